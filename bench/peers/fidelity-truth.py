"""
The visible words of files, with the alternative texts of pictures, read from the container with Python's standard
library alone, so that no parser of the comparison checks itself. Paths come as a JSON array on standard input; one line
of JSON per file goes out. `optional` has words that a reader may show or leave out: numbers that a program counts,
dates and amounts, which each program prints in its own way, names of form fields, targets of links, and the comments
below an article.
"""

import datetime
import email
import email.policy
import html.parser
import json
import os
import posixpath
import re
import struct
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zipfile

from fidelity_rich_text import rich_text


def main():
    for path in json.load(sys.stdin):
        optional = Optional()
        try:
            line = {"path": path, "text": truth_of(path, optional), "optional": optional.words()}
        except Exception as error:
            line = {"path": path, "error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


class Optional:
    counters = 300

    def __init__(self):
        self.texts = []

    def add(self, *texts):
        self.texts.extend(texts)

    def add_labels(self, patterns, items):
        """Labels of numbered items, in each style of numbers; `%1` stands for a number."""
        for count in range(1, min(items, self.counters) + 1) if patterns else ():
            letter = chr(ord("a") + (count - 1) % 26)
            for number in (str(count), f"{count:02}", letter, roman(count)):
                self.texts.extend(re.sub(r"%\d", number, pattern) for pattern in patterns)

    def words(self):
        return " ".join(dict.fromkeys(self.texts))


def roman(number):
    values = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    text = ""
    for value, letters in values:
        text += letters * (number // value)
        number %= value
    return text


def truth_of(path, optional):
    extension = path.rsplit(".", 1)[-1].lower()
    if extension in ("html", "htm"):
        add_comments(re.sub(r"expected(\.html)$", r"source\1", path), path, optional)
        return html_text(open(path, "rb").read().decode("utf-8", "replace"))
    if extension in ("txt", "md"):
        add_comments(path[: -len(extension)] + "html", path, optional)
        return open(path, "rb").read().decode("utf-8", "replace")
    if extension == "eml":
        return mail(path)
    if extension == "msg":
        return outlook(path)
    if extension == "rtf":
        return rich_text(open(path, "rb").read(), optional)
    with zipfile.ZipFile(path) as archive:
        check_one_reading(path, archive)
        return ZIP_KINDS[extension](archive, optional)


def check_one_reading(path, archive):
    """A container whose entries have two names, or which has two directories, has no text that is right."""
    names = [name.lstrip("/") for name in archive.namelist()]
    unicode_path = any(b"up" in entry.extra[:2] for entry in archive.infolist())
    directories = open(path, "rb").read().count(b"PK\5\6")
    if len(set(names)) < len(names) or unicode_path or directories > 1:
        raise ValueError("an archive that can be read in two ways")


def word(archive, optional):
    pattern = r"word/(document\d*|header\d*|footer\d*|footnotes|endnotes|charts/chart\d+|diagrams/data\d+)\.xml"
    skipped = {"Fallback", "del", "moveFrom", "delText", "instrText", "rPr", "pPr"}
    texts = [part_text(archive, name, skipped, optional) for name in matching(archive, pattern)]
    items = 0
    for name in matching(archive, r"word/(document\d*|styles)\.xml"):
        for each in ElementTree.fromstring(archive.read(name)).iter():
            items += local(each) == "numPr"
            if local(each) in ("alias", "tag") or (local(each) == "name" and "val" in "".join(each.attrib)):
                optional.add(attribute(each, "val") if name != "word/styles.xml" else "")
            if local(each) in ("ffData", "checkbox", "checkBox"):
                optional.add("yes no")
    for name in matching(archive, r"word/numbering\.xml"):
        levels = [each for each in ElementTree.fromstring(archive.read(name)).iter() if local(each) == "lvlText"]
        paragraphs = archive.read("word/document.xml").count(b"<w:p ")
        optional.add_labels({attribute(each, "val") for each in levels}, paragraphs if items else 0)
    return "\n".join(unique(texts))


def slides(archive, optional):
    pattern = r"ppt/(slides/slide\d+|charts/chart\d+|diagrams/data\d+|notesSlides/notesSlide\d+)\.xml"
    return "\n".join(part_text(archive, name, {"Fallback"}, optional) for name in matching(archive, pattern))


def part_text(archive, name, skipped, optional):
    part = archive.read(name)
    if "/charts/" in name:
        return chart_text(part)
    text = office_text(part, skipped, optional)
    return without_page_numbers(text, optional) if re.search(r"/(header|footer)\d*\.xml", name) else text


def without_page_numbers(text, optional):
    kept = []
    for line in text.split("\n"):
        (kept.append if re.search(r"[^\W\d]", line) else optional.add)(line)
    return "\n".join(kept)


def chart_text(part):
    """Titles, then the data: series have most often the same categories, which a table shows once."""
    root = ElementTree.fromstring(part)
    texts = [each.text or "" for each in root.iter() if local(each) == "t"]
    for series in (each for each in root.iter() if local(each) == "ser"):
        for each in series:
            cached = "\n".join(cached_values(each))
            if local(each) not in ("cat", "xVal") or cached not in texts:
                texts.append(cached)
    return "\n".join(texts)


def cached_values(element):
    """Days of a chart as they are most often written, instead of their numbers."""
    code = next((each.text or "" for each in element.iter() if local(each) == "formatCode"), "")
    is_day = re.search("[yd]", re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", code)) and code != "General"
    for value in (each.text or "" for each in element.iter() if local(each) == "v"):
        if is_day and re.fullmatch(r"\d{1,6}(\.\d+)?", value):
            yield str(datetime.date(1899, 12, 30) + datetime.timedelta(days=int(float(value))))
        elif re.fullmatch(r"-?\d+\.\d{9,}", value):
            # Digits beyond the 15th are not stored, but calculated.
            yield f"{float(value):.15g}"
        else:
            yield value


def office_text(part, skipped, optional):
    parts = []
    described = [""]

    def walk(element):
        name = local(element)
        if name in skipped or is_hidden(element, name):
            if name == "sp":
                optional.add(*(each.text or "" for each in element.iter() if local(each) == "t"))
            return
        if name == "t":
            parts.append(element.text or "")
        if name in ("tab", "ptab", "br", "cr"):
            parts.append(" ")
        if name == "noBreakHyphen":
            parts.append("-")
        description = attribute(element, "descr")
        # A picture of a document repeats the alternative text of its place.
        if name == "docPr" or (name == "cNvPr" and description != described[0]):
            parts.append(f"{description}\n" if description else "")
        if name in ("docPr", "cNvPr"):
            described[0] = description if name == "docPr" else ""
        for child in in_reading_order(element):
            walk(child)
            if name == "ruby" and local(child) == "rubyBase":
                parts.append(" ")
        if name in ("p", "tc"):
            parts.append("\n")

    walk(ElementTree.fromstring(part))
    return "".join(parts)


def in_reading_order(element):
    """The reading of a word is stored before it."""
    return sorted(element, key=lambda each: local(each) == "rt") if local(element) == "ruby" else element


def is_hidden(element, name):
    """Hidden runs of a document, and the number and the header of a notes page."""
    if name == "r":
        return any(local(each) == "vanish" for kid in element if local(kid) == "rPr" for each in kid)
    if name != "sp":
        return False
    return any(
        local(each) == "ph" and attribute(each, "type") in ("sldNum", "sldImg", "hdr") for each in element.iter()
    )


def sheets(archive, optional):
    parts = []
    shared = []
    names = set(archive.namelist())
    if "xl/sharedStrings.xml" in names:
        shared = [string_item(each) for each in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))]
    for element in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter():
        if local(element) == "sheet":
            parts.append(attribute(element, "name"))
    for name in matching(archive, r"xl/worksheets/sheet\d*\.xml"):
        for cell in ElementTree.fromstring(archive.read(name)).iter():
            if local(cell) == "c":
                parts.append(cell_text(cell, shared, optional))
    for name in matching(archive, r"xl/drawings/drawing\d+\.xml"):
        parts.append(part_text(archive, name, {"Fallback"}, optional))
    # The data of charts are in cells.
    for name in matching(archive, r"xl/charts/chart\d+\.xml"):
        optional.add(chart_text(archive.read(name)))
    return "\n".join(parts)


def cell_text(cell, shared, optional):
    kind = attribute(cell, "t")
    value = next((each.text or "" for each in cell if local(each) == "v"), "")
    if kind in ("b", "e"):
        optional.add("true false" if kind == "b" else value)
    if kind == "s":
        return shared[int(value)] if value.strip().isdigit() else ""
    if kind == "inlineStr":
        return "".join(string_item(each) for each in cell if local(each) == "is")
    return value if kind == "str" else ""


def string_item(item):
    parts = []
    for each in item:
        if local(each) == "t":
            parts.append(each.text or "")
        elif local(each) == "r":
            parts.extend(kid.text or "" for kid in each if local(kid) == "t")
    return "".join(parts)


def open_document(archive, optional):
    skipped = {"annotation", "tracked-changes", "forms", "note-citation"}
    mime = archive.read("mimetype").decode()
    texts = [open_document_text(archive.read("content.xml"), skipped, optional, "spreadsheet" in mime)]
    if "text" in mime and "styles.xml" in archive.namelist():
        for master in ElementTree.fromstring(archive.read("styles.xml")).iter():
            if local(master) in ("header", "footer"):
                texts.append(open_document_text(ElementTree.tostring(master), skipped, optional))
    # The same chart may be on many slides.
    objects = [
        open_document_object(archive.read(name), skipped, optional)
        for name in matching(archive, r"[^/]+/content\.xml")
    ]
    add_labels(archive, optional)
    return "\n".join([*unique(texts), *objects])


def add_labels(archive, optional):
    patterns, items = {"%1"}, 0
    for name in ("content.xml", "styles.xml"):
        for each in ElementTree.fromstring(archive.read(name)).iter() if name in archive.namelist() else ():
            items += local(each) in ("list-item", "h")
            if local(each) in ("list-level-style-number", "outline-level-style"):
                before, after = attribute(each, "num-prefix"), attribute(each, "num-suffix")
                patterns |= {f"{before}%1{after}", f"{before}%1", f"%1{after}"}
    optional.add_labels(patterns, items)


def open_document_object(part, skipped, optional):
    if b"office:chart" in part:
        return open_document_text(part, skipped, optional)
    root = ElementTree.fromstring(part)
    if local(root) != "math":
        return ""
    optional.add(*(each.text or "" for each in root.iter() if local(each) == "annotation"))
    return " ".join(each.text or "" for each in root.iter() if local(each) in ("mi", "mn", "mo", "mtext"))


# Longer repetitions fill a sheet to its end.
repeated_max = 1_000


def open_document_text(part, skipped, optional, in_sheets=False):
    parts = []

    def walk(element, inside):
        name = local(element)
        if name in ("page-number", "page-count"):
            optional.add(element.text or "")
            return
        if name in skipped or attribute(element, "display") == "none" or attribute(element, "is-hidden") == "true":
            return
        start = len(parts)
        if name in ("p", "h", "note", "note-body"):
            parts.append("\n")
        inside = inside or name in ("p", "h") or (name in ("title", "desc") and "svg" in element.tag)
        if name == "table" and in_sheets:
            parts.append(attribute(element, "name") + "\n")
        if inside:
            parts.append(element.text or "")
        if name in ("s", "tab", "line-break"):
            parts.append(" ")
        for child in element:
            walk(child, inside)
            if inside:
                parts.append(child.tail or "")
        if name in ("p", "h", "title", "desc", "ruby-base", "note", "note-body"):
            parts.append("\n")
        # A picture may stand within a word.
        if name in ("frame", "custom-shape") and "".join(parts[start:]).strip():
            parts.append("\n")
        if name in ("table-cell", "table-row", "covered-table-cell"):
            parts[start:] = cell_parts(element, parts[start:], in_sheets, optional)

    walk(ElementTree.fromstring(part), False)
    return "".join(parts)


def cell_parts(element, parts, in_sheets, optional):
    kind = attribute(element, "value-type")
    if in_sheets and kind not in ("", "string"):
        optional.add("true false", *parts)
        return []
    if kind == "string" and not parts:
        parts = [f"\n{attribute(element, 'string-value')}\n"]
    row = local(element) == "table-row"
    repeated = int(attribute(element, "number-rows-repeated" if row else "number-columns-repeated") or 1)
    return parts * repeated if repeated <= repeated_max else parts


def book(archive, _):
    container = ElementTree.fromstring(archive.read("META-INF/container.xml"))
    package = next(attribute(each, "full-path") for each in container.iter() if local(each) == "rootfile")
    items, spine = {}, []
    for each in ElementTree.fromstring(archive.read(package)).iter():
        if local(each) == "item" and "nav" not in attribute(each, "properties").split():
            items[attribute(each, "id")] = urllib.parse.unquote(attribute(each, "href"))
        if local(each) == "itemref":
            spine.append(attribute(each, "idref"))
    texts = []
    for each in spine:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(package), items.get(each, "")))
        if name in archive.namelist() and not name.endswith(".svg"):
            texts.append(html_text(archive.read(name).decode("utf-8", "replace"), alternatives=True))
    return "\n".join(texts)


ZIP_KINDS = {
    "docx": word, "docm": word, "dotx": word, "pptx": slides, "pptm": slides, "xlsx": sheets, "xlsm": sheets,
    "odt": open_document, "odp": open_document, "ods": open_document, "epub": book,
}  # fmt: skip


def mail(path):
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    lines = [f"{name}: {message[name]}" for name in ("From", "To", "Cc", "Subject") if message[name]]
    body = message.get_body(("plain", "html"))
    if body is not None:
        content = body.get_content()
        lines.append(html_text(content) if body.get_content_subtype() == "html" else content)
    names = [each.get_filename() or each.get_content_type() for each in message.iter_attachments()]
    if names:
        lines.append(f"Attachments: {', '.join(names)}")
    return "\n".join(lines)


def outlook(path):
    import olefile

    with olefile.OleFileIO(path) as file:
        sender = outlook_property(file, "0C1A")
        people = [outlook_property(file, "5D01") or with_at(outlook_property(file, "0C1F"))]
        for entry in file.listdir(streams=False, storages=True):
            if len(entry) == 1 and entry[0].startswith("__recip"):
                people.append(outlook_property(file, "39FE", entry[0]) or with_at(outlook_property(file, "3003", entry[0])))
        shown = [sender, outlook_property(file, "0E04"), outlook_property(file, "0E03")]
        lines = ["From To", *shown, *(each for each in people if each not in " ".join(shown))]
        lines.append(f"Subject: {outlook_property(file, '0037')}")
        body = outlook_property(file, "1000")
        names = [outlook_property(file, "3707", entry[0]) for entry in file.listdir(streams=False, storages=True) if is_attachment(entry)]
    if body.strip() == "":
        raise ValueError("no plain text")
    return "\n".join([*lines, body, *([f"Attachments: {', '.join(names)}"] if names else [])])


def with_at(address):
    return address if "@" in address and not address.startswith("/") else ""


def is_attachment(entry):
    return len(entry) == 1 and entry[0].startswith("__attach")


def outlook_property(file, tag, folder=""):
    for kind, charset in (("001F", "utf-16-le"), ("001E", outlook_charset(file))):
        name = f"{folder}/__substg1.0_{tag}{kind}" if folder else f"__substg1.0_{tag}{kind}"
        if file.exists(name):
            return file.openstream(name).read().decode(charset, "replace").rstrip("\0")
    return ""


def outlook_charset(file):
    data = file.openstream("__properties_version1.0").read() if file.exists("__properties_version1.0") else b""
    entries = (struct.unpack_from("<HHIi", data, at) for at in range(32, len(data) - 15, 16))
    page = next((value for _, tag, _, value in entries if tag == 0x3FFD), 1252)
    return {65001: "utf-8", 936: "gb18030"}.get(page, f"cp{page}")


class Visible(html.parser.HTMLParser):
    hidden = {"script", "style", "title", "template", "noscript"}
    inline = {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr", "math", "mrow", "mi", "mn", "mo", "mfrac", "msup", "msub", "msubsup", "msqrt", "mstyle", "semantics"}  # fmt: skip
    # Their parts are printed at different heights.
    apart = [[tag] for tag in ("mfrac", "mover", "mroot", "msub", "msubsup", "msup", "munder", "munderover")]

    def __init__(self, alternatives):
        super().__init__()
        self.alternatives = alternatives
        self.parts = []
        self.depth = 0
        self.formula = []

    def handle_starttag(self, tag, attributes):
        if tag in self.hidden:
            self.depth += 1
        if not self.is_inline(tag) or self.formula[-1:] in self.apart:
            self.parts.append("\n")
        if tag == "math" or self.formula:
            self.formula.append(tag)
        if tag == "img" and self.alternatives:
            self.parts.append(f"{dict(attributes).get('alt') or ''}\n")

    def handle_endtag(self, tag):
        if tag in self.hidden:
            self.depth = max(0, self.depth - 1)
        if tag in self.formula:
            while self.formula.pop() != tag:
                pass
        if not self.is_inline(tag) or [tag] in self.apart:
            self.parts.append("\n")

    def is_inline(self, tag):
        """Browsers show elements that HTML does not define in the line."""
        return tag in self.inline or "-" in tag

    def handle_data(self, data):
        if self.depth == 0:
            # Between the signs of a formula white space has no meaning: `a x` is printed as `ax`.
            is_sign = self.formula and self.formula[-1] != "mtext"
            self.parts.append("".join(data.split()) if is_sign else data)


def html_text(text, alternatives=False):
    parser = Visible(alternatives)
    parser.feed(text)
    parser.close()
    return "".join(parser.parts)


class Comments(html.parser.HTMLParser):
    """Text of the elements that hold comments; one with the heading of the page holds the article too."""

    name = re.compile(
        r"(?:\w+[-_])*comments?(?:[-_]?(?:area|body|container|content|list|section|text|thread|wrapper))?|disqus_thread"
    )

    def __init__(self):
        super().__init__()
        self.found = []
        self.parts = []
        self.tag = None
        self.open = 0

    def handle_starttag(self, tag, attributes):
        if self.tag is not None:
            self.open += tag == self.tag
            if tag == "h1":
                self.tag = None
            return
        values = (value or "" for name, value in attributes if name in ("id", "class"))
        if tag in ("div", "li", "ol", "section", "ul") and any(
            self.name.fullmatch(word) for value in values for word in value.lower().split()
        ):
            self.tag, self.open, self.parts = tag, 1, []

    def handle_endtag(self, tag):
        if tag != self.tag:
            return
        self.open -= 1
        if self.open == 0:
            self.tag = None
            self.found.append(" ".join(self.parts))

    def handle_data(self, data):
        self.parts.append(data)


def add_comments(source, path, optional):
    if source == path or not os.path.exists(source):
        return
    parser = Comments()
    with open(source, "rb") as file:
        parser.feed(file.read().decode("utf-8", "replace"))
    optional.add(" ".join(parser.found))


def matching(archive, pattern):
    return sorted(name for name in archive.namelist() if re.fullmatch(pattern, name))


def unique(texts):
    return list(dict.fromkeys(texts))


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def attribute(element, name):
    return next((value for key, value in element.attrib.items() if key.rsplit("}", 1)[-1] == name), "")


sys.setrecursionlimit(3_000)
main()
