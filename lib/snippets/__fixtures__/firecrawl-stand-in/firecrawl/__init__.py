"""The part of Firecrawl's SDK that the snippets use, for machines where the SDK cannot be installed."""

import json
import urllib.error
import urllib.request
from types import SimpleNamespace

from .v2.utils.error_handler import FirecrawlError

_CAMEL = {
    "include_subdomains": "includeSubdomains",
    "only_main_content": "onlyMainContent",
    "include_tags": "includeTags",
    "exclude_tags": "excludeTags",
    "wait_for": "waitFor",
    "remove_base64_images": "removeBase64Images",
    "max_age": "maxAge",
    "skip_tls_verification": "skipTlsVerification",
}


class _Page(SimpleNamespace):
    """Formats that were not asked for read as None, as they do in the SDK."""

    def __getattr__(self, name):
        return None

    def model_dump_json(self, exclude_none):
        return json.dumps(vars(self))


class Firecrawl:
    def __init__(self, api_url, api_key):
        self._api_url = api_url
        self._api_key = api_key

    def map(self, url, **options):
        body = self._post("/v2/map", url, options, "map")
        return SimpleNamespace(links=[SimpleNamespace(url=link) for link in body["links"]])

    def scrape(self, url, **options):
        data = self._post("/v2/scrape", url, options, "scrape")["data"]
        if "rawHtml" in data:
            data["raw_html"] = data.pop("rawHtml")
        return _Page(**data)

    def _post(self, path, url, options, action):
        fields = {_CAMEL.get(name, name): value for name, value in options.items()}
        request = urllib.request.Request(
            self._api_url + path,
            data=json.dumps({"url": url, **fields}).encode(),
            headers={"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            body = json.load(error)
            raise FirecrawlError(f"Failed to {action}. {body['error']}", error.code, body["code"]) from None
