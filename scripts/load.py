#!/usr/bin/env python3
"""Many clients at one server: how long notes, questions and the page take, what the server holds before and
after, and whether it answers while others are slow or silent.

    cargo build --release -p swealog && scripts/load.py target/release/swealog

Needs Linux and Python. ENTRIES (10000), CLIENTS (16) and REQUESTS (2000) say how much. The notes are made up,
in a home that is thrown away.
"""

import contextlib
import datetime
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

BIN = os.path.abspath(sys.argv[1])
ENTRIES = int(os.environ.get("ENTRIES", "10000"))
CLIENTS = int(os.environ.get("CLIENTS", "16"))
REQUESTS = int(os.environ.get("REQUESTS", "2000"))
LIFTS = ["bench", "squat", "deadlift", "overhead press", "barbell row", "pull ups"]
QUESTIONS = ["heaviest bench?", "how far did I run last month?", "how often did I squat in 2025?",
             "bench progress this year", "what did I do last week?"]
PAGES = ["/", "/history", "/history?words=bench", "/calendar", "/figures", "/chart?of=bench+press", "/review"]


def text(chance):
    if chance.random() < 0.25:
        return f"ran {chance.randint(3, 18)}k in {chance.randint(20, 95)}:{chance.randint(10, 59)}"
    return f"{chance.choice(LIFTS)} {chance.randint(16, 60) * 2.5}kg {chance.randint(3, 5)}x{chance.randint(3, 10)}"


def filled(folder):
    """A home with so many entries, ten a day, up to yesterday."""
    notes = folder / "notes"
    notes.mkdir()
    chance = random.Random(7)
    day = datetime.date.today()
    for _ in range(-(-ENTRIES // 10)):
        day -= datetime.timedelta(days=1)
        lines = [f"## {6 + at:02}:00\n{text(chance)}\n" for at in range(10)]
        (notes / f"{day}.md").write_text("\n".join(lines), encoding="utf-8")
    subprocess.run([BIN, "import", str(notes), "--yes"], env=environment(folder), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "SWEALOG_HOME": str(folder / "home"), "LANG": "C.UTF-8"}


@contextlib.contextmanager
def serving(folder):
    server = subprocess.Popen([BIN, "serve", "--port", "0"], env=environment(folder), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    said = server.stdout.readline()
    try:
        yield server.pid, int(said.strip().rsplit(":", 1)[1])
    finally:
        server.terminate()
        server.wait()


def held(pid):
    """Memory in MB and open descriptors."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
    return f"{memory:.0f} MB, {len(os.listdir(f'/proc/{pid}/fd'))} descriptors"


def said(port, words, day=None):
    return asked(port, "POST", "/input", json.dumps({"text": words, "date": day}))


def some_day(chance):
    """One of the last hundred: nobody writes a thousand notes a day."""
    return str(datetime.date.today() - datetime.timedelta(days=chance.randint(0, 99)))


def asked(port, method, path, body=None, accept="application/json"):
    """A request on a connection of its own: how long it took, in milliseconds."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=150)
    headers = {"Accept": accept, "Content-Type": "application/json"}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 200, (path, answer.status)
    return (time.perf_counter() - begun) * 1000


def together(jobs):
    """Does jobs by so many clients at once."""
    todo, took, lock = list(jobs), [], threading.Lock()

    def client():
        while True:
            with lock:
                if not todo:
                    return
                job = todo.pop()
            one = job()
            with lock:
                took.append(one)

    clients = [threading.Thread(target=client) for _ in range(CLIENTS)]
    begun = time.perf_counter()
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    return took, time.perf_counter() - begun


def told(what, took, seconds=None):
    took = sorted(took)
    at = lambda share: took[min(len(took) - 1, int(len(took) * share))]
    rate = f", {len(took) / seconds:.0f} a second" if seconds else ""
    print(f"{what}: p50 {at(0.5):.0f} ms, p99 {at(0.99):.0f} ms ({len(took)}{rate})", flush=True)


def slow_clients(port, count):
    """Connections that send a part of a head and then nothing, or read no byte of what they asked for."""
    held_open = []
    for at in range(count):
        one = socket.create_connection(("127.0.0.1", port))
        head = "GET /history HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n"
        one.sendall((head + ("\r\n" if at % 2 else "X-Slow: ")).encode())
        held_open.append(one)
    return held_open


def main():
    chance = random.Random(11)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder)
        with serving(folder) as (pid, port):
            note = lambda: said(port, text(chance), some_day(chance))
            question = lambda: said(port, chance.choice(QUESTIONS))
            print(f"{ENTRIES} entries, at start: {held(pid)}")
            print(f"first question, with the index made: {question():.0f} ms")
            for job, what in [(note, "a note"), (question, "a question")]:
                told(f"{what}, one client", [job() for _ in range(50)])
            before = held(pid)
            half = REQUESTS // 2
            told(f"a note, {CLIENTS} clients", *together([note] * half))
            told(f"a question, {CLIENTS} clients", *together([question] * half))
            print(f"before those {2 * half} requests: {before}; after: {held(pid)}")
            mixed = [note, question] * half
            chance.shuffle(mixed)
            told(f"both mixed, {CLIENTS} clients", *together(mixed))
            print(f"after {2 * half} more: {held(pid)}")
            stalled = slow_clients(port, 100)
            told("a note beside 100 that stall", [note() for _ in range(50)])
            told("a question beside them", [question() for _ in range(50)])
            print(f"meanwhile: {held(pid)}")
            for one in stalled:
                one.close()
            for path in PAGES:
                told(f"page {path}", [asked(port, "GET", path, accept="text/html") for _ in range(10)])
            print(f"at the end: {held(pid)}")


main()
