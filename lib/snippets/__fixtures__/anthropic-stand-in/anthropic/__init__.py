"""The part of the anthropic SDK that the snippets use, for machines where the SDK cannot be installed."""

import json
import urllib.error
import urllib.request
from types import SimpleNamespace


class APIError(Exception):
    def __init__(self, body):
        super().__init__(str(body))
        self.message = str(body)
        self.body = body


class APIStatusError(APIError):
    def __init__(self, status, body, request_id):
        super().__init__(body)
        self.status_code = status
        self.request_id = request_id


def _read(data):
    return json.loads(data, object_hook=_to_object)


def _to_object(fields):
    # The input of a tool is a dictionary in the SDK.
    return fields if "type" not in fields and "usage" not in fields and "content" not in fields else SimpleNamespace(**fields)


class _Stream:
    def __init__(self, response):
        self.response = response

    def __iter__(self):
        for line in self.response:
            if not line.startswith(b"data:"):
                continue
            data = line.removeprefix(b"data:").strip()
            event = json.loads(data)
            if event["type"] == "error":
                raise APIError(event)
            yield _read(data)


class Anthropic:
    def __init__(self, base_url, api_key, default_headers=None):
        self._base_url = base_url
        self._headers = {"anthropic-version": "2026-10-21", "x-api-key": api_key, **(default_headers or {})}
        self.messages = SimpleNamespace(create=self._create)

    def _create(self, extra_body=None, **body):
        request = urllib.request.Request(
            f"{self._base_url}/v1/messages",
            data=json.dumps({**body, **(extra_body or {})}).encode(),
            headers={**self._headers, "Content-Type": "application/json"},
        )
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            request_id = error.headers.get("request-id")
            raise APIStatusError(error.code, json.load(error), request_id) from error
        return _Stream(response) if body.get("stream") else _read(response.read())
