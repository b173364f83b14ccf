"""The part of the openai SDK that the snippets use, for machines where the SDK cannot be installed."""

import base64
import json
import urllib.error
import urllib.request
from array import array
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
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._complete))
        self.embeddings = SimpleNamespace(create=self._embed)
        self.responses = SimpleNamespace(create=self._respond)

    def _complete(self, extra_body=None, **body):
        response = self._post("chat/completions", {**body, **(extra_body or {})})
        return _Stream(response) if body.get("stream") else _read(response.read())

    def _respond(self, extra_body=None, **body):
        answer = self._post("responses", {**body, **(extra_body or {})})
        if body.get("stream"):
            return _Stream(answer)
        response = _read(answer.read())
        messages = [item for item in response.output if item.type == "message"]
        response.output_text = "".join(part.text or "" for item in messages for part in item.content)
        return response

    def _embed(self, extra_body=None, **body):
        # The SDK asks for base64 unless it is told otherwise, and decodes only what it asked for itself.
        asked = {"encoding_format": "base64", **body}
        answer = _read(self._post("embeddings", {**asked, **(extra_body or {})}).read())
        if "encoding_format" not in body:
            for item in answer.data:
                item.embedding = array("f", base64.b64decode(item.embedding)).tolist()
        return answer

    def _post(self, path, body):
        request = urllib.request.Request(
            f"{self._base_url}/{path}",
            data=json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"},
        )
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            request_id = error.headers.get("x-request-id")
            raise APIStatusError(error.code, json.load(error)["error"], request_id) from error
