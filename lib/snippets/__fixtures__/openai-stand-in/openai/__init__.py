"""The part of the openai SDK that the snippets use, for machines where the SDK cannot be installed."""

import json
import urllib.error
import urllib.request
from types import SimpleNamespace


class APIError(Exception):
    def __init__(self, body, request_id):
        super().__init__(body["message"])
        self.message = body["message"]
        self.code = body["code"]
        if request_id is not None:
            self.request_id = request_id


class APIStatusError(APIError):
    def __init__(self, status, body, request_id):
        super().__init__(body, request_id)
        self.status_code = status


class _Object(SimpleNamespace):
    """Fields that the wire leaves out read as None, as they do in the SDK."""

    def __getattr__(self, name):
        return None

    def to_json(self, indent=None):
        return json.dumps(self, default=vars, indent=indent)


def _read(data):
    return json.loads(data, object_hook=lambda fields: _Object(**fields))


class _Stream:
    def __init__(self, response):
        self.response = response

    def __iter__(self):
        for line in self.response:
            data = line.strip().removeprefix(b"data:").strip()
            if not line.startswith(b"data:"):
                continue
            if data == b"[DONE]":
                return
            error = json.loads(data).get("error")
            if error:
                raise APIError(error, None)
            yield _read(data)


class OpenAI:
    def __init__(self, base_url, api_key):
        self._base_url = base_url
        self._api_key = api_key
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._create))

    def _create(self, extra_body=None, **body):
        request = urllib.request.Request(
            f"{self._base_url}/chat/completions",
            data=json.dumps({**body, **(extra_body or {})}).encode(),
            headers={"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"},
        )
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            request_id = error.headers.get("x-request-id")
            raise APIStatusError(error.code, json.load(error)["error"], request_id) from error
        return _Stream(response) if body.get("stream") else _read(response.read())
