"""Fetching from a server on this machine, which also breaks off, lies and refuses."""

import hashlib
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_up import CARD

from workbench.cli import main
from workbench.datasets.card import DatasetCard, get_card
from workbench.datasets.fetch import FetchError, fetch_originals
from workbench.errors import MissingDataError

FILES = {"texts/a b.txt": "öd\n".encode() * 40_000, "scores.tsv": b"system\tscore\nA\t1\n"}
ROOT = "owner/repo/0123abc"
Answer = Callable[["Handler", bytes, int], None]


class Handler(BaseHTTPRequestHandler):
    """Serves FILES, each as the server's behaviour says; counts requests."""

    server: "Server"

    def do_GET(self) -> None:
        from urllib.parse import unquote

        path = unquote(self.path).lstrip("/").removeprefix("mirror/").removeprefix(f"{ROOT}/")
        self.server.times[path] += 1
        if path not in FILES:
            self.send_error(404)
        else:
            self.server.answers.get(path, send)(self, FILES[path], self.server.times[path])

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.times: Counter[str] = Counter()
        self.answers: dict[str, Answer] = {}
        self.url = f"http://127.0.0.1:{self.server_port}"


def send(handler: Handler, content: bytes, _: int) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def break_off(handler: Handler, content: bytes, _: int) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 2])
    handler.close_connection = True


def break_off_silently(handler: Handler, content: bytes, _: int) -> None:
    """Nothing says how long the file is, so that half of it looks like a whole."""
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 2])
    handler.close_connection = True


def lie(handler: Handler, content: bytes, time: int) -> None:
    send(handler, content[:-1] + b"!", time)


def refuse(handler: Handler, _: bytes, __: int) -> None:
    handler.send_error(503)


def only_first(answer: Answer, times: int) -> Answer:
    return lambda handler, content, time: (answer if time <= times else send)(handler, content, time)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("WORKBENCH_MIRROR", raising=False)
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def card_of(home: Path, url: str) -> DatasetCard:
    lines = [
        f'{{ path = "{path}", bytes = {len(content)}, sha256 = "{hashlib.sha256(content).hexdigest()}" }}'
        for path, content in FILES.items()
    ]
    origins = f'\n[[origins]]\nname = "repo"\nurl = "{url}/{ROOT}"\nfiles = [{", ".join(lines)}]\n'
    (home / "mine").mkdir(parents=True, exist_ok=True)
    (home / "mine" / "card.toml").write_text(CARD + origins, encoding="utf-8")
    return get_card("mine", home)


def found(home: Path) -> dict[str, bytes]:
    """Return everything below the folder of the originals, temporary files, too."""
    folder = home / "mine" / "original"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


EVERYTHING = {f"repo/{path}": content for path, content in FILES.items()}


def test_what_arrives_is_at_its_place(tmp_path: Path, server: Server) -> None:
    card = card_of(tmp_path, server.url)
    assert [each.state for each in fetch_originals(card, tmp_path)] == ["fetched", "fetched"]
    assert found(tmp_path) == EVERYTHING
    assert not (tmp_path / "mine" / "original" / ".fetching").exists()
    assert [each.state for each in fetch_originals(card, tmp_path)] == ["there", "there"]
    assert server.times == dict.fromkeys(FILES, 1)


@pytest.mark.parametrize("answer", [break_off, break_off_silently, lie, refuse])
def test_a_broken_transfer_is_begun_anew(tmp_path: Path, server: Server, answer: Answer) -> None:
    server.answers["texts/a b.txt"] = only_first(answer, 2)
    list(fetch_originals(card_of(tmp_path, server.url), tmp_path))
    assert found(tmp_path) == EVERYTHING
    assert server.times["texts/a b.txt"] == 3


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (break_off, "the transfer broke|another file arrives"),
        (
            break_off_silently,
            "another file arrives than the card describes, or half of one: nothing was kept",
        ),
        (lie, "another file arrives than the card describes"),
        (refuse, "the server refuses the file: got 'HTTP 503'"),
    ],
)
def test_nothing_is_kept_of_what_never_arrives(
    tmp_path: Path, server: Server, answer: Answer, message: str
) -> None:
    server.answers["scores.tsv"] = answer
    with pytest.raises(FetchError, match=rf"{server.url}/{ROOT}/scores\.tsv: ({message})"):
        list(fetch_originals(card_of(tmp_path, server.url), tmp_path))
    assert found(tmp_path) == {"repo/texts/a b.txt": FILES["texts/a b.txt"]}
    assert not (tmp_path / "mine" / "original" / ".fetching").exists()
    assert server.times["scores.tsv"] == 3
    del server.answers["scores.tsv"]
    states = [each.state for each in fetch_originals(card_of(tmp_path, server.url), tmp_path)]
    assert states == ["there", "fetched"]


def test_what_is_not_there_is_asked_for_once(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = card_of(tmp_path, server.url)
    monkeypatch.delitem(FILES, "scores.tsv")
    with pytest.raises(FetchError, match="HTTP 404"):
        list(fetch_originals(card, tmp_path))
    assert server.times["scores.tsv"] == 1


def test_no_server(tmp_path: Path, server: Server) -> None:
    card = card_of(tmp_path, "http://127.0.0.1:9")
    with pytest.raises(FetchError, match="the transfer broke: ConnectionError") as caught:
        list(fetch_originals(card, tmp_path))
    assert str(caught.value).splitlines()[1:] == ["a mirror can be named with --mirror or WORKBENCH_MIRROR"]
    assert not (tmp_path / "mine" / "original").exists()


def test_a_damaged_file_is_replaced(tmp_path: Path, server: Server) -> None:
    card = card_of(tmp_path, server.url)
    place = tmp_path / "mine" / "original" / "repo" / "scores.tsv"
    place.parent.mkdir(parents=True)
    place.write_bytes(FILES["scores.tsv"][:-4])
    left = tmp_path / "mine" / "original" / ".fetching"
    left.mkdir()
    (left / "tmp123").write_bytes(b"half")
    assert [each.state for each in fetch_originals(card, tmp_path)] == ["fetched", "fetched"]
    assert found(tmp_path) == EVERYTHING


def test_a_mirror_on_a_server(tmp_path: Path, server: Server) -> None:
    card = card_of(tmp_path, "https://origin.invalid")
    list(fetch_originals(card, tmp_path, f"{server.url}/mirror/"))
    assert found(tmp_path) == EVERYTHING
    server.answers["scores.tsv"] = lie
    (tmp_path / "mine" / "original" / "repo" / "scores.tsv").unlink()
    with pytest.raises(FetchError, match=rf"{server.url}/mirror/{ROOT}/scores.tsv: another file"):
        list(fetch_originals(card, tmp_path, f"{server.url}/mirror"))


@pytest.mark.parametrize("layout", [ROOT, "repo"])
def test_a_mirror_in_a_folder(tmp_path: Path, layout: str) -> None:
    card = card_of(tmp_path, "https://origin.invalid")
    mirror = tmp_path / "mirror"
    for path, content in FILES.items():
        (mirror / layout / path).parent.mkdir(parents=True, exist_ok=True)
        (mirror / layout / path).write_bytes(content)
    list(fetch_originals(card, tmp_path, str(mirror)))
    assert found(tmp_path) == EVERYTHING
    (tmp_path / "mine" / "original" / "repo" / "scores.tsv").unlink()
    # what lies as at the address comes before a clone
    for folder, content in (("repo", b"of a clone"), (ROOT, FILES["scores.tsv"])):
        (mirror / folder).mkdir(parents=True, exist_ok=True)
        (mirror / folder / "scores.tsv").write_bytes(content)
    list(fetch_originals(card, tmp_path, str(mirror)))
    assert found(tmp_path) == EVERYTHING
    (tmp_path / "mine" / "original" / "repo" / "scores.tsv").unlink()
    for folder in {"repo", ROOT} - {layout}:
        (mirror / folder / "scores.tsv").unlink()
    (mirror / layout / "scores.tsv").write_bytes(b"wrong")
    with pytest.raises(
        FetchError, match=r"scores\.tsv: is another file than the card describes: sha256: got"
    ):
        list(fetch_originals(card, tmp_path, str(mirror)))
    (mirror / layout / "scores.tsv").unlink()
    with pytest.raises(FetchError, match=r"scores\.tsv: cannot be copied: No such file"):
        list(fetch_originals(card, tmp_path, str(mirror)))
    assert list(found(tmp_path)) == ["repo/texts/a b.txt"]
    with pytest.raises(FetchError, match="the mirror is no folder and no http address"):
        list(fetch_originals(card, tmp_path, str(tmp_path / "nowhere")))


def test_what_cannot_be_fetched(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match=r"simulated-news: cannot be fetched\. .* made from its seed"):
        list(fetch_originals(get_card("simulated-news"), tmp_path))


def test_the_command(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_of(tmp_path, "https://origin.invalid")
    monkeypatch.setenv("WORKBENCH_MIRROR", server.url)
    result = CliRunner().invoke(main, ["data", "fetch", "mine", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"licence: {card.licence}\ncitation: {card.citation}\n")
    assert result.output.count("\nfetched  ") == 2
    assert found(tmp_path) == EVERYTHING
    assert "there    " in CliRunner().invoke(main, ["data", "fetch", "mine", "--data", str(tmp_path)]).output
    server.answers["scores.tsv"] = lie
    (tmp_path / "mine" / "original" / "repo" / "scores.tsv").write_bytes(b"")
    result = CliRunner().invoke(main, ["data", "fetch", "mine", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert f"error: {server.url}/{ROOT}/scores.tsv: another file arrives" in result.output


def test_progress_is_shown(tmp_path: Path, server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    list(fetch_originals(card_of(tmp_path, server.url), tmp_path, progress=True))
    shown = capfd.readouterr()
    assert "100%" in shown.err
    assert shown.out == ""


def test_a_killed_transfer_leaves_no_half_file(tmp_path: Path, server: Server) -> None:
    """The server sends half a file and waits; the process is killed then."""
    released = threading.Event()

    def hang(handler: Handler, content: bytes, _: int) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[: len(content) // 2])
        handler.wfile.flush()
        released.wait(30)

    server.answers["texts/a b.txt"] = hang
    card_of(tmp_path, server.url)
    code = "from workbench.cli import main; main()"
    command = [sys.executable, "-c", code, "data", "fetch", "mine", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        half = tmp_path / "mine" / "original" / ".fetching"
        for _ in range(600):
            # a file before it, which is whole, is moved while it is looked at
            with suppress(FileNotFoundError):
                if half.is_dir() and any(path.stat().st_size for path in half.iterdir()):
                    break
            time.sleep(0.05)
        process.kill()
        process.wait()
    released.set()
    assert all(name.startswith(".fetching/") for name in found(tmp_path))
    assert found(tmp_path)
    del server.answers["texts/a b.txt"]
    list(fetch_originals(get_card("mine", tmp_path), tmp_path))
    assert found(tmp_path) == EVERYTHING
