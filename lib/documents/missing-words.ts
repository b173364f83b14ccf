import type { Archive } from './archive.ts'
import { withUsedStrings } from './office/used-strings.ts'
import type { Block, DocumentKind, ParsedDocument, ParseWarning } from './blocks.ts'

/** How the raw text of a format is found in its parts. */
interface RawParts {
  readonly parts: RegExp
  /** Elements whose text is displayed. */
  readonly shown: RegExp
  /** Elements whose text is not, or twice. */
  readonly hidden: RegExp
  /** Elements that end a word. */
  readonly ends: RegExp
}

const office = {
  shown: /^(?:[\w.-]+:)?t$/,
  hidden: /^(?:[\w.-]+:)?(?:Fallback|del|moveFrom|fld)$/,
  ends: /^(?:[\w.-]+:)?(?:p|tc|tab|br|cr|noBreakHyphen|ptab|rt|rubyBase)$/,
}
const openDocument: RawParts = {
  parts: /^content\.xml$/,
  shown: /^text:[ph]$/,
  hidden:
    /^(?:office:(?:annotation|forms)|table:dde-links|text:(?:tracked-changes|hidden-text|hidden-paragraph|note-citation|number|script|page-number)|svg:(?:title|desc))$/,
  ends: /^(?:text:(?:[ph]|s|tab|line-break|note|note-body|ruby-base|ruby-text))$/,
}
const rawParts: Partial<Record<DocumentKind, RawParts>> = {
  docx: { ...office, parts: /^word\/(?:document\d*|footnotes|endnotes)\.xml$/ },
  pptx: { ...office, parts: /^ppt\/slides\/slide\d+\.xml$/ },
  xlsx: {
    parts: /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/,
    shown: /^(?:\w+:)?t$/,
    hidden: /^(?:\w+:)?rPh$/,
    ends: /^(?:\w+:)?(?:si|is)$/,
  },
  odt: openDocument,
  odp: openDocument,
  ods: openDocument,
}

const shareMax = 0.02
// A few words may be hidden in ways that only the format's own program knows.
const wordsMin = 3
const charsMax = 8 * 1024 * 1024
// The words of longer documents are sampled: a set of millions takes hundreds of megabytes.
const comparedCharsMax = 1024 * 1024

/** Compares the words of a document with the raw text of its file. @returns null if at most 2 % are missing */
export function missingWords(document: ParsedDocument, archive: Archive | null): ParseWarning | null {
  const { share, isLarge } = lossOf(document, archive)
  if (!isLarge) return null
  const percent = Math.max(1, Math.round(share * 100))
  const message = `About ${percent}% of the words in the file are not in the text. Save it in another format, such as PDF, and compare.`
  return { code: 'text_missing', message, share: Math.round(share * 1000) / 1000 }
}

interface Loss {
  readonly share: number
  readonly isLarge: boolean
}

function lossOf(document: ParsedDocument, archive: Archive | null): Loss {
  const first = toLoss(countWords(document, archive))
  if (!first.isLarge || document.kind !== 'xlsx' || archive === null) return first
  return toLoss(countWords(document, withUsedStrings(archive)))
}

function toLoss({ all, missing }: Counts): Loss {
  const share = missing / Math.max(1, all)
  return { share, isLarge: missing >= wordsMin && share > shareMax }
}

interface Counts {
  all: number
  missing: number
}

function countWords(
  { kind, blocks, removed = [], rawTexts }: ParsedDocument,
  archive: Archive | null,
): Counts {
  const counts = { all: 0, missing: 0 }
  const shown = [...blocks, ...removed]
  if (rawTexts === undefined) {
    addCounts(counts, partTexts(kind, archive), shown)
    return counts
  }
  const byPage = Map.groupBy(shown, ({ page }) => page)
  for (const { text, page } of rawTexts) addCounts(counts, [text], byPage.get(page) ?? [])
  return counts
}

function addCounts(counts: Counts, raw: Iterable<string>, shown: readonly Pick<Block, 'text'>[]): void {
  const one = Math.ceil(shown.reduce((sum, { text }) => sum + text.length, 1) / comparedCharsMax)
  let read: Set<number> | null = null
  for (const text of raw) {
    const known = (read ??= hashesOf(shown, one))
    visitWords(text, one, hash => {
      counts.all += 1
      if (!known.has(hash)) counts.missing += 1
    })
  }
}

function hashesOf(shown: readonly Pick<Block, 'text'>[], one: number): Set<number> {
  const hashes = new Set<number>()
  for (const { text } of shown) visitWords(text, one, hash => void hashes.add(hash))
  return hashes
}

function* partTexts(kind: DocumentKind, archive: Archive | null): Generator<string> {
  const raw = rawParts[kind]
  if (raw === undefined || archive === null) return
  let chars = 0
  for (const name of archive.names) {
    if (!raw.parts.test(name)) continue
    const part = archive.read(name)
    // Most sheets have numbers and references to shared strings only.
    if (kind === 'xlsx' && name.startsWith('xl/worksheets/') && !part.includes('inlineStr')) continue
    yield displayedText(part.toString().slice(0, charsMax - chars), raw)
    chars += part.length
    if (chars >= charsMax) return
  }
}

const wordUnit = 1
const ideograph = 2
const separator = 3
/** The class of each UTF-16 code unit; 0: not looked up yet. */
const unitClasses = new Uint8Array(0x1_00_00)
const hashStart = 0x81_1c_9d_c5

/**
 * Visits the hashes of its words, or of one in so many; equal words are all in the sample or none. Compared as texts,
 * words would take a tenth of the time of parsing.
 */
function visitWords(text: string, one: number, visit: (hash: number) => void): void {
  const plain = text.normalize('NFKC').toLowerCase()
  let hash = hashStart
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at)
    const unitClass = unitClasses[unit] || classOf(unit)
    if (unitClass === wordUnit) {
      hash = add(hash, unit)
      continue
    }
    if (hash !== hashStart) end(hash)
    hash = hashStart
    if (unitClass === ideograph) end(add(hashStart, unit))
  }
  if (hash !== hashStart) end(hash)

  function end(whole: number): void {
    // The low bits are the parity of the characters.
    if (one === 1 || (whole >>> 12) % one === 0) visit(whole)
  }
}

function add(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01_00_01_93)
}

/** Scripts without spaces have no words: each of their characters is one. */
function classOf(unit: number): number {
  const text = String.fromCharCode(unit)
  const isIdeograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)
  const isWord = /[\p{L}\p{M}\p{N}\ud800-\udfff]/u.test(text)
  const unitClass = isIdeograph ? ideograph : isWord ? wordUnit : separator
  unitClasses[unit] = unitClass
  return unitClass
}

interface Tag {
  readonly isShown: boolean
  readonly isHidden: boolean
  readonly endsWord: boolean
  readonly isRun: boolean
  readonly isVanish: boolean
  /** Attributes that hide the element. */
  readonly concealing: RegExp | null
}

/** The displayed text of an XML part, in one pass. */
function displayedText(xml: string, { shown, hidden, ends }: RawParts): string {
  const parts: string[] = []
  const tags = new Map<string, Tag>()
  const path: { readonly tag: Tag; readonly hides: boolean }[] = []
  let shownDepth = 0
  let hiddenDepth = 0
  let isVanished = false
  // The styles before it may be longer than the text.
  const body = Math.max(0, xml.indexOf('<office:body'))
  for (let open = xml.indexOf('<', body); open !== -1;) {
    const close = xml.indexOf('>', open)
    if (close === -1) break
    const next = xml.indexOf('<', close)
    if (xml.charCodeAt(open + 1) === slash) leave(path.pop())
    else enter(open, close)
    if (shownDepth > 0 && hiddenDepth === 0 && !isVanished && next !== close + 1)
      parts.push(xml.slice(close + 1, next === -1 ? undefined : next))
    open = next
  }
  return decode(parts.join(''))

  function enter(open: number, close: number): void {
    const name = nameAt(xml, open + 1)
    const tag = tags.get(name) ?? tagOf(name)
    if (tag.endsWord) parts.push(' ')
    if (tag.isRun) isVanished = false
    if (tag.isVanish) isVanished = true
    if (xml.charCodeAt(close - 1) === slash || name.startsWith('?') || name.startsWith('!')) return
    const hides = tag.isHidden || tag.concealing?.test(xml.slice(open, close)) === true
    if (hides) hiddenDepth += 1
    if (tag.isShown) shownDepth += 1
    path.push({ tag, hides })
  }

  function leave(left: (typeof path)[number] | undefined): void {
    if (left === undefined) return
    if (left.tag.endsWord) parts.push(' ')
    if (left.hides) hiddenDepth -= 1
    if (left.tag.isShown) shownDepth -= 1
  }

  function tagOf(name: string): Tag {
    const tag = {
      isShown: shown.test(name),
      isHidden: hidden.test(name),
      endsWord: ends.test(name),
      isRun: name === 'w:r',
      isVanish: name === 'w:vanish',
      concealing: concealing[name] ?? null,
    }
    tags.set(name, tag)
    return tag
  }
}

/** Sections may be hidden, and sheets print numbers and dates in another way than their cells. */
const concealing: Readonly<Record<string, RegExp>> = {
  'text:section': /text:display="none"/,
  'table:table-cell': /office:value-type="(?!string")/,
}

const slash = 0x2f
const greater = 0x3e
const blank = 0x20

function nameAt(xml: string, from: number): string {
  let to = from
  for (; to < xml.length; to++) {
    const unit = xml.charCodeAt(to)
    if (unit <= blank || unit === slash || unit === greater) break
  }
  return xml.slice(from, to)
}

function decode(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]{1,6}|\w{2,4});/gi, (_, name: string) => {
    if (!name.startsWith('#')) return ' '
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}
