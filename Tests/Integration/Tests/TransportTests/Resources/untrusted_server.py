"""Serves TLS on loopback with a self-signed certificate, until its input ends.

Prints its port, then a line for each connection: what was wrong with the handshake, or what arrived after it. With the
argument "reset", it prints the versions of HTTP that the client offers, and resets the connection.
"""

import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading


def end_with_input():
    sys.stdin.read()
    os._exit(0)


def make_context():
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
             "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context


threading.Thread(target=end_with_input, daemon=True).start()
context = make_context()
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    connection, _ = server.accept()
    if "reset" in sys.argv:
        hello = connection.recv(65536)
        # The identifiers of protocols, each after its length (RFC 7301, section 3.1).
        versions = {b"\x02h2": "HTTP/2", b"\x08http/1.1": "HTTP/1.1"}
        print("offers", *[name for key, name in versions.items() if key in hello], flush=True)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        continue
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            print("arrived:", secure.recv(65536)[:200], flush=True)
    except OSError as error:
        print("refused:", getattr(error, "reason", error), flush=True)
