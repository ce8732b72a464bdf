"""Reads a multipart/form-data body with Python's own parser and prints its parts as JSON.

Usage: parse_multipart.py CONTENT_TYPE BODY_FILE
"""

import base64
import email.policy
import json
import sys
from email.parser import BytesParser

content_type, body_file = sys.argv[1:]
with open(body_file, "rb") as file:
    message = BytesParser(policy=email.policy.HTTP).parsebytes(
        b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + file.read()
    )

assert message.is_multipart(), "no multipart body"
assert not message.defects, message.defects
parts = []
for part in message.iter_parts():
    assert not part.defects, part.defects
    assert part.get_content_disposition() == "form-data"
    parts.append(
        {
            "name": part.get_param("name", header="content-disposition"),
            "fileName": part.get_param("filename", header="content-disposition"),
            "contentType": part["content-type"],
            "data": base64.b64encode(part.get_payload(decode=True)).decode(),
        }
    )
json.dump(parts, sys.stdout)
