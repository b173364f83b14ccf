"""
Reads files with a peer: `fidelity-peers.py NAME`. Paths come as a JSON array on standard input; one line of JSON
per file goes out. A file that takes longer than a minute counts as failed.
"""

import contextlib
import json
import signal
import sys


def main():
    read = READERS[sys.argv[1]]()
    signal.signal(signal.SIGALRM, stop)
    for path in json.load(sys.stdin):
        signal.alarm(60)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                line = {"path": path, "text": read(path)}
        except Exception as error:
            line = {"path": path, "error": f"{type(error).__name__}: {error}"[:300]}
        finally:
            signal.alarm(0)
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def stop(*_):
    raise TimeoutError("a minute")


def markitdown():
    from markitdown import MarkItDown

    converter = MarkItDown(enable_plugins=False)
    return lambda path: converter.convert(path).text_content


def trafilatura():
    from trafilatura import extract

    def read(path):
        with open(path, "rb") as file:
            return extract(file.read(), include_comments=False, include_tables=True) or ""

    return read


def striprtf():
    from striprtf.striprtf import rtf_to_text

    def read(path):
        with open(path, "rb") as file:
            return rtf_to_text(file.read().decode("latin-1"), errors="replace")

    return read


READERS = {"markitdown": markitdown, "trafilatura": trafilatura, "striprtf": striprtf}

main()
