"""The visible text of RTF, read by the specification, for `fidelity-truth.py`."""

import re

RTF_TOKEN = re.compile(rb"\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)")
RTF_SKIPPED = {
    "fonttbl", "colortbl", "stylesheet", "info", "pict", "objclass", "objdata", "objname", "themedata", "datastore", "xmlnstbl", "latentstyles",
    "listtable", "listoverridetable", "rsidtbl", "generator", "filetbl", "revtbl", "annotation", "atnauthor", "atnid",
    "bkmkstart", "bkmkend", "nonshppict", "template", "private", "fontemb", "footnotesep", "xe", "tc", "tcn", "rxe", "txe",
}  # fmt: skip
RTF_CHARACTERS = {
    "tab": " ", "line": "\n", "par": "\n", "cell": "\n", "row": "\n", "page": "\n", "sect": "\n", "nestcell": "\n",
    "emdash": "\u2014", "endash": "\u2013", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c",
    "rdblquote": "\u201d", "bullet": "\u2022", "emspace": " ", "enspace": " ",
}  # fmt: skip
RTF_CHARSETS = {
    0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
    178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
}  # fmt: skip


def rich_text(data, optional):
    """
    Text outside of the destinations that are not shown, decoded by the charset of its font, with the results of
    embedded objects, which stand for them, and the alternative texts of pictures; deleted text is not shown.
    """
    page, charsets, parts, pending = 1252, {}, [], bytearray()
    state = {"skip": False, "font": None, "fallback": 1, "target": None, "hidden": False}
    stack, left, starred, defining = [], 0, False, None
    properties, alternatives = [], []

    def charset():
        number = charsets.get(state["font"], page)
        return "mac_roman" if number == 10000 else f"cp{number}"

    def flush():
        if pending:
            emit(bytes(pending).decode(charset(), "replace"))
            pending.clear()

    def emit(text):
        if state["target"] is not None:
            state["target"].append(text)
        elif not state["skip"] and not state["hidden"]:
            parts.append(text)

    for token in RTF_TOKEN.finditer(without_binary(data)):
        word, value, code, symbol, brace, text = token.groups()
        if code is None and text is None:
            flush()
        if brace == b"{":
            stack.append(dict(state))
            starred = False
        elif brace == b"}" and stack:
            state = stack.pop()
            left = 0
        elif code is not None or text is not None:
            bytes_of = bytes([int(code, 16)]) if code is not None else text
            dropped = min(left, len(bytes_of))
            left -= dropped
            pending.extend(bytes_of[dropped:])
        elif symbol is not None:
            starred = symbol == b"*"
            emit({b"~": " ", b"_": "-", b"\n": "\n", b"\r": "\n", b"\\": "\\", b"{": "{", b"}": "}"}.get(symbol, ""))
        elif word is not None:
            name, number = word.decode(), int(value) if value else None
            if name == "ansicpg" and number:
                page = number
            elif name == "f" and number is not None:
                state["font"] = defining = number
            elif name == "fcharset" and number in RTF_CHARSETS and defining is not None:
                charsets[defining] = RTF_CHARSETS[number]
            elif name == "plain":
                state["hidden"], state["font"] = False, None
            elif name == "uc":
                state["fallback"] = number or 0
            elif name in ("v", "deleted"):
                state["hidden"] = number != 0
            elif name == "sn":
                properties = state["target"] = []
            elif name == "sv":
                is_description = "".join(properties) == "wzDescription"
                state["target"] = alternatives if is_description else []
                state["target"].append("\n")
            elif name == "u" and number is not None:
                emit(chr(number % 65536))
                left = state["fallback"]
            elif name == "fldinst":
                state["target"] = optional.texts
            elif name in ("listtext", "pntext"):
                state["target"] = optional.texts
            elif name in RTF_SKIPPED or (starred and name not in ("shpinst", "shptxt", "nesttableprops")):
                state["skip"] = True
            elif name in RTF_CHARACTERS:
                emit(RTF_CHARACTERS[name])
            starred = False
    flush()
    parts.extend(alternatives)
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def without_binary(data):
    """The bytes of a picture may contain braces."""
    parts, at = [], 0
    for found in re.finditer(rb"\\bin(\d+) ?", data):
        if found.start() >= at:
            parts.append(data[at : found.start()])
            at = found.end() + int(found[1])
    return b"".join([*parts, data[at:]])
