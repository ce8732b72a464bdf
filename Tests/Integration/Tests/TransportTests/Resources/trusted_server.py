"""Serves HTTP on loopback until its input ends, over TLS with a certificate of an authority that it creates.

The first argument is a folder, in which the server creates authority.pem, client.pem, client-key.pem and
encrypted-key.pem (with the password "secret"). Prints its port, then the pin of its key. Answers each request with
the name in the certificate of the client. With the argument "1.2" or "1.3", it requires a certificate of clients, and
speaks this version of TLS. With the argument "unix", it serves without TLS at the socket "socket" in the folder, keeps
connections open, and answers whether a request is the first on its connection.
"""

import base64
import contextlib
import hashlib
import http.server
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import threading

os.chdir(sys.argv[1])
mode = sys.argv[2] if len(sys.argv) > 2 else ""


class Handler(http.server.BaseHTTPRequestHandler):
    def name(self):
        certificate = self.connection.getpeercert()
        return dict(pair[0] for pair in certificate["subject"])["commonName"] if certificate else "no certificate"

    def do_GET(self):
        name = self.name()
        self.send_response(200)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name.encode())

    def do_POST(self):
        # The end of the stream, then a reset, because the body is unread: a write of the client then raises SIGPIPE.
        socket.socket.shutdown(self.connection, socket.SHUT_WR)

    def address_string(self):
        return "client"

    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        # Closing a connection with unread bytes resets it, and the client may not see why the handshake has failed.
        with contextlib.suppress(OSError):
            while socket.socket.recv(request, 65536):
                pass


class UnixHandler(Handler):
    protocol_version = "HTTP/1.1"
    names = ["first request"]

    def name(self):
        # There is a handler for each connection.
        self.names, name = ["later request"], self.names[0]
        return name


class UnixServer(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True


def openssl(*arguments):
    return subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def make_certificate(name):
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}-key.pem", "-out", f"{name}.csr",
            "-subj", f"/CN={name}")
    with open("extensions", "w") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1")
    openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "authority.pem", "-CAkey", "authority-key.pem",
            "-CAcreateserial", "-out", f"{name}.pem", "-days", "2", "-extfile", "extensions")


def make_context():
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "authority-key.pem", "-out", "authority.pem",
            "-days", "2", "-subj", "/CN=authority")
    make_certificate("server")
    make_certificate("client")
    openssl("rsa", "-aes256", "-passout", "pass:secret", "-in", "client-key.pem", "-out", "encrypted-key.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("server.pem", "server-key.pem")
    if mode:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations("authority.pem")
        context.minimum_version = context.maximum_version = getattr(ssl.TLSVersion, f"TLSv{mode.replace('.', '_')}")
    return context


if mode == "unix":
    server = UnixServer("socket", UnixHandler)
    print(0, flush=True)
else:
    context = make_context()
    server = Server(("127.0.0.1", 0), Handler)
    # The handshake takes place on the thread of the connection.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    key = openssl("pkey", "-in", "server-key.pem", "-pubout", "-outform", "der")
    print(server.server_address[1], base64.b64encode(hashlib.sha256(key).digest()).decode(), sep="\n", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
