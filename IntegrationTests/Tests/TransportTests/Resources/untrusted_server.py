"""Serves TLS on loopback with a self-signed certificate, until its input ends.

Prints its port, then a line for each connection: what was wrong with the handshake, or what arrived after it. With the
argument "reset", it prints whether the client offers HTTP/2, and resets the connection.
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
        # The identifier of HTTP/2 in a list of protocols (RFC 7301, section 3.1), after its length.
        print("offered" if b"\x02h2" in connection.recv(65536) else "not offered", flush=True)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        continue
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            print("arrived:", secure.recv(65536)[:200], flush=True)
    except OSError as error:
        print("refused:", getattr(error, "reason", error), flush=True)
