  // What all pages share: elements, copying, tables that sort, rows that are filtered, print.
  const make = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const copy = async (text, say) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea");
      area.value = text;
      (document.querySelector("dialog[open]") || document.body).append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    say("Copied.");
  };

  // ---------------------------------------------------------------- sort
  /** Headers of a table become buttons: down, up and back; the first column sorts by its names. */
  const sortable = (table, valueOf) => {
    const order = [...table.tBodies[0].rows];
    [...table.tHead.rows[table.tHead.rows.length - 1].cells].forEach((header, column) => {
      if (!header.textContent.trim()) return;
      const button = make("button", {type: "button"}, ...header.childNodes);
      header.append(button);
      const isText = column === 0 || header.classList.contains("words");
      button.addEventListener("click", () => {
        const was = header.getAttribute("aria-sort");
        table.tHead.querySelectorAll("[aria-sort]").forEach(each => each.removeAttribute("aria-sort"));
        const is = isText ? (was === "ascending" ? "descending" : was ? "" : "ascending")
          : (was === "descending" ? "ascending" : was ? "" : "descending");
        const rows = order.filter(row => !row.classList.contains("apart"));
        if (is) {
          header.setAttribute("aria-sort", is);
          const compare = isText
            ? (a, b) => a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", {numeric: true})
            : (a, b) => valueOf(a.cells[column]) - valueOf(b.cells[column]);
          rows.sort((a, b) => (is === "ascending" ? compare(a, b) : compare(b, a)));
        }
        table.tBodies[0].append(...rows, ...order.filter(row => row.classList.contains("apart")));
      });
    });
  };
  const written = cell => (cell.dataset.v === undefined ? -Infinity : Number(cell.dataset.v));
  const sheets = [...document.querySelectorAll("table.sheet")];
  for (const sheet of sheets) sortable(sheet, written);

  // ---------------------------------------------------------------- filters of rows
  for (const controls of document.querySelectorAll("form.rows")) {
    const found = [...document.querySelectorAll(`table.sheet.${controls.dataset.of}`)];
    controls.addEventListener("input", () => {
      const wanted = [...new FormData(controls)].filter(([, value]) => value);
      let shown = 0;
      for (const sheet of found) {
        const rows = [...sheet.tBodies[0].rows];
        for (const row of rows) {
          row.hidden = !wanted.every(([name, value]) => (name === "rows"
            ? row.textContent.toLowerCase().includes(value.toLowerCase()) : row.dataset[name] === value));
        }
        const left = rows.filter(row => !row.hidden).length, around = sheet.closest("details");
        shown += left;
        if (around) { around.hidden = left === 0; if (wanted.length && left) around.open = true; }
      }
      controls.said.value = `${shown} rows shown.`;
    });
    controls.addEventListener("submit", event => event.preventDefault());
    controls.reset();
  }

  for (const button of document.querySelectorAll("[data-text]")) {
    const label = button.textContent;
    button.addEventListener("click", () => copy(document.getElementById(button.dataset.text).textContent, text => {
      button.textContent = text;
      setTimeout(() => { button.textContent = label; }, 1500);
    }));
  }
  addEventListener("beforeprint", () => document.querySelectorAll("details:not(.long, .inner)").forEach(each => { each.open = true; }));
  for (const each of document.querySelectorAll(".script")) each.hidden = false;
