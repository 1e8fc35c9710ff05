# SPDX-License-Identifier: MIT
"""A client of csp serve: the server as a process, requests, and sockets that
speak the protocol of doc/live-page.md."""

import base64
import http.client
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import time

PATIENCE = float(os.environ.get("CSP_PATIENCE", "30"))  # seconds


class Server:
    def __init__(self, csp):
        self.process = subprocess.Popen([csp, "serve", "--port=0"],
                                        stdout=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        self.port = int(re.search(r":(\d+)/", line).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    @property
    def pid(self):
        """Of the program itself, which libtool's wrapper becomes."""
        return self.process.pid

    def n_threads(self):
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def resident_kib(self):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))

    def cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, method, path, body=None, headers=None):
        """Status and body, which is parsed where it is JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        kind = answer.getheader("Content-Type")
        if kind == "application/json" and method != "HEAD":
            return answer.status, json.loads(text)
        return answer.status, text

    def post(self, request):
        return self.ask("POST", "/api/run", json.dumps(request))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def open(self):
        return Page(self)


def until(condition):
    """Whether it becomes true in time."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def handshake(port, **headers):
    """The request that asks for a socket."""
    fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket",
              "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
              "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
    fields.update(headers)
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"GET /api/events HTTP/1.1\r\n{lines}\r\n".encode()


class Closed(Exception):
    pass


class Page:
    """A session, and the messages it got."""

    def __init__(self, server):
        self.server = server
        self.socket = server.connect()
        self.buffer = b""
        self.n_arrays = 0
        self.messages = []
        self.socket.sendall(handshake(server.port))
        head = self._read_head()
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(head)
        self.session = self.wait_for("hello")["session"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def _fill(self, timeout):
        if not select.select([self.socket], [], [], max(timeout, 0))[0]:
            raise TimeoutError
        data = self.socket.recv(1 << 16)
        if not data:
            raise Closed
        self.buffer += data

    def _read_head(self):
        while b"\r\n\r\n" not in self.buffer:
            self._fill(PATIENCE)
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        return head

    def _take_frame(self):
        """Kind and payload, or None while they are not there."""
        if len(self.buffer) < 2:
            return None
        kind, length, begin = self.buffer[0] & 15, self.buffer[1] & 127, 2
        if length >= 126:
            begin = 4 if length == 126 else 10
            if len(self.buffer) < begin:
                return None
            length = int.from_bytes(self.buffer[2:begin], "big")
        if len(self.buffer) < begin + length:
            return None
        payload = self.buffer[begin:begin + length]
        self.buffer = self.buffer[begin + length:]
        return kind, payload

    def _next_frame(self, end):
        while (frame := self._take_frame()) is None:
            self._fill(end - time.monotonic())
        return frame

    def receive(self, seconds=None):
        """The messages of the next array; TimeoutError, Closed."""
        end = time.monotonic() + (PATIENCE if seconds is None else seconds)
        while True:
            kind, payload = self._next_frame(end)
            if kind == 8:
                raise Closed(payload)
            if kind == 9:
                self.send(payload, 10)
            if kind == 1:
                array = json.loads(payload)
                self.n_arrays += 1
                self.messages += array
                return array

    def wait_for(self, kind, run=None):
        """The first message of this type that is not taken yet; messages
        before it are taken with it."""
        while True:
            for i, message in enumerate(self.messages):
                if message["type"] == kind and run in (None, message.get("run")):
                    del self.messages[:i + 1]
                    return message
            self.receive()

    def read_to_end(self, run):
        """All messages of a run that are not taken yet."""
        taken = 0
        while True:
            for message in self.messages[taken:]:
                taken += 1
                if message["type"] == "end" and message["run"] == run:
                    found = [m for m in self.messages[:taken]
                             if m.get("run") == run]
                    del self.messages[:taken]
                    return found
            self.receive()

    def quiet(self, seconds=0.3):
        """What comes until nothing has come for so long."""
        while True:
            try:
                self.receive(seconds)
            except TimeoutError:
                found, self.messages = self.messages, []
                return found

    def send(self, payload, kind=1, is_last=True):
        if isinstance(payload, str):
            payload = payload.encode()
        n, mask = len(payload), os.urandom(4)
        head = bytes([128 * is_last | kind])
        if n < 126:
            head += bytes([128 | n])
        elif n < 65536:
            head += bytes([128 | 126]) + struct.pack(">H", n)
        else:
            head += bytes([128 | 127]) + struct.pack(">Q", n)
        repeated = (mask * (n // 4 + 1))[:n]
        masked = (int.from_bytes(payload, "big") ^
                  int.from_bytes(repeated, "big")).to_bytes(n, "big")
        self.socket.sendall(head + mask + masked)

    def command(self, run, command, **members):
        self.send(json.dumps({"command": command, "run": run, **members}))

    def start(self, **request):
        """The number of a run that begins."""
        status, answer = self.server.post({"session": self.session, **request})
        assert status == 200, answer
        return answer["run"]
