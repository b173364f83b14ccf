"""Runs programs in copies of one process that has loaded their client: loading it takes a second each time."""

import importlib
import json
import os
import runpy
import select
import signal
import sys
import traceback

jobs = {}


def main(modules):
    for name in modules:
        importlib.import_module(name)
    if "openai" in modules:
        client = sys.modules["openai"].OpenAI(api_key="k", base_url="http://127.0.0.1:9")
        # Loaded at first use.
        client.chat.completions, client.embeddings
    buffered = b""
    open_input = True
    while open_input or jobs:
        ready = select.select([0] if open_input else [], [], [], 0.01)[0]
        if ready:
            read = os.read(0, 1 << 16)
            open_input = read != b""
            *lines, buffered = (buffered + read).split(b"\n")
            for line in lines:
                start(json.loads(line))
        report_ended()


def start(job):
    pid = os.fork()
    if pid != 0:
        jobs[pid] = job["id"]
        return
    code = 1
    signal.alarm(100)
    try:
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(job[name], os.O_WRONLY | os.O_CREAT, 0o600), descriptor)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.chdir(job["folder"])
        os.environ.update(job["environment"])
        sys.argv = [job["file"]]
        sys.path.insert(0, job["folder"])
        runpy.run_path(job["file"], run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def report_ended():
    while jobs:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        print(json.dumps({"id": jobs.pop(pid), "code": os.waitstatus_to_exitcode(status)}), flush=True)


main(sys.argv[1:])
