  // The page of a report: its cells. It stands behind frame.js, in one function.
  const data = JSON.parse(document.getElementById("payload").textContent);
  const tip = document.getElementById("tip");
  const dialog = document.getElementById("cell");
  const draw = (parent, tag, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };

  // ---------------------------------------------------------------- records
  const field = (record, name) => {
    const column = data.columns[name];
    if (!column) return name === "value" ? null : "";
    return column.is ? column.is[record] : column.of[column.at === 0 ? 0 : column.at[record]];
  };
  const number = (value, digits = 3) =>
    value === null || Number.isNaN(value) ? "–" : value.toFixed(digits).replace("-", "−");
  const coefficient = record => {
    const name = field(record, "coefficient"), given = field(record, "given");
    return (data.labels[name] || name) + (given ? ` given ${given}` : "");
  };
  const interval = record => {
    const low = field(record, "low"), high = field(record, "high");
    if (typeof low !== "number" || typeof high !== "number") return "";
    return `[${number(low)}, ${number(high)}]`;
  };
  const name = record => {
    const role = field(record, "role");
    const said = ["component", "preprocess", "references"].map(key => field(record, key)).filter(Boolean);
    return field(record, "metric") + (role ? ` (${role})` : said.length ? ` (${said.join(", ")})` : "");
  };
  const confidence = record => {
    const share = field(record, "confidence");
    return typeof share === "number" ? `${+(100 * share).toFixed(2)} %` : "";
  };
  const sentence = record => {
    const ends = interval(record);
    const how = ends
      ? ` (${confidence(record)} interval ${ends}, ${field(record, "interval")}; population: ${field(record, "population")})`
      : "";
    const value = field(record, "value");
    const what = value === null ? `is undefined (${field(record, "reason")})` : `is ${number(value)}${how}`;
    return `${coefficient(record)} of ${name(record)} with ${field(record, "criterion")} at ${field(record, "level")} level ` +
      `${what}, n = ${field(record, "n_systems")} systems and ${field(record, "n_segments")} segments. ` +
      (data.printed[record] ? `Published: ${data.printed[record]}. ` : "") + `Signature: ${field(record, "signature") || "none"}.`;
  };
  const brief = record => {
    const ends = interval(record), value = field(record, "value");
    const lines = [name(record), `${coefficient(record)} = ${number(value)} ${ends}`];
    lines.push(`n = ${field(record, "n_systems")} systems, ${field(record, "n_segments")} segments`);
    if (ends) lines.push(`${confidence(record)}, ${field(record, "interval")}; ${field(record, "population")}`);
    else if (field(record, "interval_reason")) lines.push(`no interval: ${field(record, "interval_reason")}`);
    if (data.printed[record]) lines.push(`published: ${data.printed[record]}`);
    for (const key of ["reason", "caution"]) if (field(record, key)) lines.push(field(record, key));
    return lines.join("\n");
  };

  /** Scores of systems: their bits in base64, null where there is none. */
  const vector = bits => {
    const bytes = Uint8Array.from(atob(bits), letter => letter.charCodeAt(0));
    return Array.from(new Float64Array(bytes.buffer), value => (Number.isNaN(value) ? null : value));
  };
  const scoresOf = record => [vector(data.metric[data.x[record]]), vector(data.human[data.y[record]])];

  // ---------------------------------------------------------------- coefficients, as workbench.stats has them
  const roundNoise = values => {
    const most = Math.max(0, ...values.map(Math.abs));
    if (most === 0) return values.slice();
    let exponent = Math.floor(Math.log10(most));
    while (Number(`1e${exponent + 1}`) <= most) exponent += 1;
    while (Number(`1e${exponent}`) > most) exponent -= 1;
    const scale = Number(`1e${11 - exponent}`);
    return values.map(value => Math.round(value * scale) / scale);
  };
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
  const pearson = (x, y) => {
    const dx = x.map(value => value - mean(x)), dy = y.map(value => value - mean(y));
    const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
    return dot(dx, dy) / Math.sqrt(dot(dx, dx) * dot(dy, dy));
  };
  const ranks = values => values.map(value => {
    let below = 0, equal = 0;
    for (const other of values) { if (other < value) below += 1; if (other === value) equal += 1; }
    return below + (equal + 1) / 2;
  });
  const kendall = (x, y) => {
    let both = 0, untiedX = 0, untiedY = 0;
    for (let i = 0; i < x.length; i += 1) for (let j = 0; j < i; j += 1) {
      const a = Math.sign(x[i] - x[j]), b = Math.sign(y[i] - y[j]);
      both += a * b; untiedX += a * a; untiedY += b * b;
    }
    return both / Math.sqrt(untiedX * untiedY);
  };
  const FORMULAS = {pearson, spearman: (x, y) => pearson(ranks(x), ranks(y)), kendall};
  /** The coefficient of the systems that are kept: its value, n, and why there is none. */
  const again = (record, isOut) => {
    const [allX, allY] = scoresOf(record);
    const kept = allX.map((_, at) => at).filter(at => !isOut.has(at) && allX[at] !== null && allY[at] !== null);
    const x = roundNoise(kept.map(at => allX[at])), y = roundNoise(kept.map(at => allY[at]));
    if (kept.length < 3) return {value: null, n: kept.length, why: "fewer than 3 systems"};
    if (new Set(x).size === 1) return {value: null, n: kept.length, why: "the metric's scores are all equal"};
    if (new Set(y).size === 1) return {value: null, n: kept.length, why: "the judgments are all equal"};
    return {value: FORMULAS[field(record, "coefficient")](x, y), n: kept.length, why: ""};
  };

  // ---------------------------------------------------------------- scatter
  const ticksOf = (low, high) => {
    const rough = (high - low) / 4 || Math.abs(high) || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough);
    const ticks = [];
    for (let at = Math.ceil(low / step); at * step <= high + 1e-12; at += 1) ticks.push(at * step);
    return ticks.map(tick => [tick, String(+tick.toPrecision(6)).replace("-", "−")]);
  };
  const scatter = (record, isOut) => {
    const [xs, ys] = scoresOf(record);
    const names = data.systems[field(record, "task")];
    const there = xs.map((_, at) => at).filter(at => xs[at] !== null && ys[at] !== null);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 480 360");
    svg.setAttribute("class", "scatter");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${there.length} systems: ${field(record, "metric")} and ${field(record, "criterion")}`);
    const ends = values => {
      const low = Math.min(...values), high = Math.max(...values), edge = (high - low || Math.abs(high) || 1) * 0.08;
      return [low - edge, high + edge];
    };
    const [x0, x1] = ends(there.map(at => xs[at])), [y0, y1] = ends(there.map(at => ys[at]));
    const across = x => 56 + (x - x0) / (x1 - x0) * 412, up = y => 318 - (y - y0) / (y1 - y0) * 306;
    for (const [tick, word] of ticksOf(x0, x1)) {
      draw(svg, "line", {class: "g", x1: across(tick), x2: across(tick), y1: 12, y2: 318});
      draw(svg, "text", {x: across(tick), y: 333, "text-anchor": "middle"}, word);
    }
    for (const [tick, word] of ticksOf(y0, y1)) {
      draw(svg, "line", {class: "g", x1: 56, x2: 468, y1: up(tick), y2: up(tick)});
      draw(svg, "text", {x: 50, y: up(tick) + 4, "text-anchor": "end"}, word);
    }
    draw(svg, "text", {x: 262, y: 352, "text-anchor": "middle"}, `${field(record, "metric")} (score of a system)`);
    draw(svg, "text", {x: 12, y: 165, "text-anchor": "middle", transform: "rotate(-90 12 165)"}, field(record, "criterion"));
    const kept = there.filter(at => !isOut.has(at)), x = kept.map(at => xs[at]), y = kept.map(at => ys[at]);
    const spread = x.reduce((sum, value) => sum + (value - mean(x)) ** 2, 0);
    if (kept.length > 2 && spread > 0) {
      const slope = x.reduce((sum, value, at) => sum + (value - mean(x)) * (y[at] - mean(y)), 0) / spread;
      const at = value => Math.min(y1, Math.max(y0, mean(y) + slope * (value - mean(x))));
      const [first, last] = [Math.min(...x), Math.max(...x)];
      draw(svg, "line", {class: "fit", x1: across(first), x2: across(last), y1: up(at(first)), y2: up(at(last))});
    }
    for (const at of there) {
      const dot = draw(svg, "circle", {cx: across(xs[at]), cy: up(ys[at]), r: 5, "data-at": at, class: isOut.has(at) ? "out" : "in"});
      draw(dot, "title", {}, `${names[at]}: ${+xs[at].toPrecision(4)}, ${+ys[at].toPrecision(4)}`);
      if (there.length <= 30) draw(svg, "text", {x: across(xs[at]) + (across(xs[at]) > 400 ? -7 : 7), y: up(ys[at]) - 5,
        "text-anchor": across(xs[at]) > 400 ? "end" : "start"}, names[at].length > 18 ? `${names[at].slice(0, 17)}…` : names[at]);
    }
    return svg;
  };

  // ---------------------------------------------------------------- the view of a cell
  const FACTS = [["level", "level"], ["task", "task"], ["criterion", "criterion"], ["raters", "raters"], ["references", "references"],
    ["preprocess", "preprocessing"], ["component", "component"], ["n_systems", "systems"], ["n_segments", "segments"],
    ["n_outputs", "judged outputs of a system"], ["unjudged", "systems without judgments"], ["n_undefined", "without a coefficient"],
    ["interval", "interval"], ["resampled", "resampled"], ["population", "population"], ["draws", "draws"],
    ["undefined_draws", "undefined draws"], ["interval_reason", "why no interval"], ["standing", "against the best"],
    ["standing_test", "that test"], ["caution", "caution"], ["reason", "why undefined"], ["cites", "papers"], ["hash", "identity"],
    ["signature", "signature"]];
  const open = (record, from) => {
    const isOut = new Set();
    const close = make("button", {type: "button"}, "Close");
    const said = make("output", {"aria-live": "polite"});
    const copied = make("button", {type: "button"}, "Copy as a sentence");
    const now = make("p", {class: "now", "aria-live": "polite"});
    const picture = make("div");
    const list = make("ul", {class: "systems"});
    const facts = make("dl");
    for (const [key, label] of FACTS) {
      const value = field(record, key);
      if (value === "" || value === null || value === "0" || value === 0) continue;
      facts.append(make("div", {}, make("dt", {}, label), make("dd", {}, String(value))));
    }
    if (data.printed[record]) facts.prepend(make("div", {}, make("dt", {}, "published"), make("dd", {}, data.printed[record])));
    const isSystemLevel = data.x[record] >= 0 && data.y[record] >= 0;
    const canRecompute = isSystemLevel && data.again[record] === 1;
    const show = () => {
      const without = [...isOut].map(at => data.systems[field(record, "task")][at]);
      if (without.length) {
        const found = again(record, isOut);
        now.textContent = `${coefficient(record)} = ${number(found.value)} without ${without.join(", ")} (n = ${found.n} systems` +
          `${found.why ? `; ${found.why}` : ""}); with all systems ${number(field(record, "value"))}. No interval, no test.`;
        now.dataset.value = found.value === null ? "" : String(found.value);
      } else {
        now.textContent = `${coefficient(record)} = ${number(field(record, "value"))} ${interval(record)}`;
        delete now.dataset.value;
      }
      if (isSystemLevel) picture.replaceChildren(scatter(record, isOut));
    };
    if (isSystemLevel) {
      const [xs, ys] = scoresOf(record);
      data.systems[field(record, "task")].forEach((system, at) => {
        if (xs[at] === null || ys[at] === null) return;
        const box = make("input", {type: "checkbox"});
        box.checked = true;
        box.disabled = !canRecompute;
        box.addEventListener("change", () => { if (box.checked) isOut.delete(at); else isOut.add(at); show(); });
        const item = make("li", {}, make("label", {}, box, ` ${system}`));
        const mark = is => picture.querySelector(`[data-at="${at}"]`)?.classList.toggle("on", is);
        item.addEventListener("pointerenter", () => mark(true));
        item.addEventListener("pointerleave", () => mark(false));
        box.addEventListener("focus", () => mark(true));
        box.addEventListener("blur", () => mark(false));
        list.append(item);
      });
    }
    const points = make("div", {}, picture);
    if (isSystemLevel) {
      points.append(make("p", {class: "soft"}, canRecompute ? "Take a system out, and the coefficient follows."
        : "The points are systems; the coefficient is made of more than these and is not computed again here."), list);
    }
    dialog.replaceChildren(make("p", {}, close, " ", copied, " ", said), make("h2", {id: "cell-title"}, name(record)), now,
      make("div", {class: "sides"}, points, facts));
    copied.addEventListener("click", () => copy(sentence(record), text => { said.textContent = text; }));
    close.addEventListener("click", () => dialog.close());
    dialog.onclose = () => from.focus();
    show();
    tip.hidden = true;
    dialog.showModal();
  };

  // ---------------------------------------------------------------- cells: focus, tip, keys
  const tables = [...document.querySelectorAll("table.cells")];
  const cellAt = target => target instanceof Element ? target.closest("td[data-r]") : null;
  const showTip = cell => {
    tip.textContent = brief(Number(cell.dataset.r));
    tip.hidden = false;
    const place = cell.getBoundingClientRect(), width = document.documentElement.clientWidth;
    tip.style.left = `${Math.max(8, Math.min(place.left, width - tip.offsetWidth - 8)) + scrollX}px`;
    tip.style.top = `${place.bottom + 6 + scrollY}px`;
  };
  const hideTip = () => { tip.hidden = true; };
  const go = (table, cell) => {
    table.querySelector('td[tabindex="0"]')?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    cell.focus();
  };
  const MOVES = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
  for (const table of tables) {
    table.setAttribute("role", "grid");
    table.querySelector("td[data-r]")?.setAttribute("tabindex", "0");
    table.addEventListener("focusin", event => { const cell = cellAt(event.target); if (cell) showTip(cell); else hideTip(); });
    table.addEventListener("focusout", hideTip);
    table.addEventListener("pointerover", event => { const cell = cellAt(event.target); if (cell) showTip(cell); else hideTip(); });
    table.addEventListener("pointerleave", hideTip);
    table.addEventListener("click", event => {
      const cell = cellAt(event.target);
      if (cell) { go(table, cell); open(Number(cell.dataset.r), cell); }
    });
    table.addEventListener("keydown", event => {
      const cell = cellAt(event.target);
      if (!cell) return;
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(Number(cell.dataset.r), cell); }
      if (event.key === "Escape") hideTip();
      const move = MOVES[event.key];
      if (!move) return;
      event.preventDefault();
      const rows = [...table.tBodies[0].rows];
      let [row, column] = [rows.indexOf(cell.parentElement), cell.cellIndex];
      for (;;) {
        row += move[0]; column += move[1];
        const next = rows[row]?.cells[column];
        if (!next || column < 1) return;
        if (!rows[row].hidden && !next.hidden && next.dataset.r) { go(table, next); return; }
      }
    });
  }

  // ---------------------------------------------------------------- sort
  const recordOf = cell => {
    const value = cell.dataset.r === undefined ? null : field(Number(cell.dataset.r), "value");
    return value === null ? -Infinity : value;
  };
  for (const table of tables) sortable(table, recordOf);

  // ---------------------------------------------------------------- filters, heat, copies
  const form = document.querySelector("form.controls");
  const headersOf = table => {
    const headers = [];
    [...table.tHead.rows].forEach((row, level) => {
      let at = 0;
      [...row.cells].slice(1).forEach(cell => {
        for (let n = 0; n < Number(cell.dataset.span ?? cell.colSpan); n += 1) {
          (headers[at] ??= [])[level] = cell.textContent;
          at += 1;
        }
      });
    });
    return headers;
  };
  for (const table of tables) for (const cell of table.tHead.querySelectorAll("[colspan]")) cell.dataset.span = cell.colSpan;
  const headers = new Map(tables.map(table => [table, headersOf(table)]));
  const apply = () => {
    const wanted = new FormData(form), part = String(wanted.get("rows") || "").toLowerCase();
    const columns = [...wanted].filter(([key, value]) => key.startsWith("column:") && value)
      .map(([key, value]) => [Number(key.split(":")[1]), value]);
    let shown = 0;
    for (const table of tables) {
      const panel = table.closest("section.panel");
      panel.hidden = [...wanted].some(([key, value]) => value && key !== "rows" && key !== "heat" && !key.startsWith("column:")
        && panel.dataset[key.replace(/_(.)/g, (_, letter) => letter.toUpperCase())] !== value);
      const isShown = headers.get(table).map(header => columns.every(([level, value]) => header[level] === value));
      for (const row of table.tBodies[0].rows) {
        row.hidden = !row.cells[0].textContent.toLowerCase().includes(part);
        isShown.forEach((is, at) => { row.cells[at + 1].hidden = !is; });
        if (!panel.hidden && !row.hidden) shown += isShown.filter(Boolean).length;
      }
      for (const row of table.tHead.rows) {
        let at = 0;
        for (const cell of [...row.cells].slice(1)) {
          const span = Number(cell.dataset.span ?? 1);
          const left = isShown.slice(at, at + span).filter(Boolean).length;
          cell.hidden = left === 0;
          if (left) cell.colSpan = left;
          at += span;
        }
      }
      table.classList.toggle("hot", wanted.get("heat") === "on");
    }
    form.said.value = `${shown} cells shown.`;
  };
  const LIMITS = [-0.25, -0.05, 0.05, 0.25, 0.5, 0.7, 0.85];
  form.heat.addEventListener("change", () => {
    for (const cell of document.querySelectorAll("td[data-r]")) {
      const value = field(Number(cell.dataset.r), "value");
      if (value !== null) cell.classList.add(`h${LIMITS.filter(limit => value >= limit).length}`);
    }
  }, {once: true});
  form.addEventListener("input", apply);
  form.addEventListener("submit", event => event.preventDefault());
  form.reset();
  for (const button of form.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(data.texts[button.dataset.copy], text => { form.said.value = text; }));
  }
