import type { Archive } from './archive.ts'
import type { DocumentKind, ParsedDocument, ParseWarning } from './blocks.ts'

/** How the raw text of a format is found in its parts. */
interface RawText {
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
const openDocument: RawText = {
  parts: /^content\.xml$/,
  shown: /^text:[ph]$/,
  hidden:
    /^(?:office:(?:annotation|forms)|text:(?:tracked-changes|hidden-text|hidden-paragraph|note-citation|number|script|page-number)|svg:(?:title|desc))$/,
  ends: /^(?:text:(?:[ph]|s|tab|line-break|note|note-body|ruby-base|ruby-text))$/,
}
const rawTexts: Partial<Record<DocumentKind, RawText>> = {
  docx: { ...office, parts: /^word\/(?:document\d*|footnotes|endnotes)\.xml$/ },
  pptx: { ...office, parts: /^ppt\/slides\/slide\d+\.xml$/ },
  odt: openDocument,
  odp: openDocument,
}

const shareMax = 0.02
// A few words may be hidden in ways that only the format's own program knows.
const wordsMin = 3
const charsMax = 32 * 1024 * 1024
// The words of longer documents are sampled: a set of millions takes hundreds of megabytes.
const comparedCharsMax = 1024 * 1024

/** Compares the words of a document with the raw text of its file. @returns null if at most 2 % are missing */
export function missingWords(document: ParsedDocument, archive: Archive | null): ParseWarning | null {
  const raw = rawTexts[document.kind]
  if (raw === undefined || archive === null) return null
  const texts = [...document.blocks, ...(document.removed ?? [])].map(({ text }) => text)
  const one = Math.ceil(texts.reduce((sum, { length }) => sum + length, 1) / comparedCharsMax)
  const read = new Set<string>()
  for (const text of texts) for (const each of wordsOf(text, one)) read.add(each)
  let all = 0
  let missing = 0
  let chars = 0
  for (const name of archive.names) {
    if (!raw.parts.test(name)) continue
    const xml = archive.read(name).toString()
    chars += xml.length
    if (chars > charsMax) break
    for (const each of wordsOf(rawText(xml, raw), one)) {
      all += 1
      if (!read.has(each)) missing += 1
    }
  }
  const share = missing / Math.max(1, all)
  if (missing < wordsMin || share <= shareMax) return null
  const percent = Math.max(1, Math.round(share * 100))
  const message = `About ${percent}% of the words in the file are not in the text. Save it in another format, such as PDF, and compare.`
  return { code: 'text_missing', message, share: Math.round(share * 1000) / 1000 }
}

// Scripts without spaces have no words: each of their characters is one.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** Its words, or one of so many; equal words are all in the sample or none. */
function* wordsOf(text: string, one: number): Generator<string> {
  for (const [each] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (one === 1 || hashOf(each) % one === 0) yield each
  }
}

function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  // The low bits are the parity of the characters.
  return hash >>> 12
}

interface Tag {
  readonly isShown: boolean
  readonly isHidden: boolean
  readonly endsWord: boolean
}

/** The displayed text of an XML part, in one pass. */
function rawText(xml: string, { shown, hidden, ends }: RawText): string {
  const parts: string[] = []
  const tags = new Map<string, Tag>()
  let shownDepth = 0
  let hiddenDepth = 0
  let sectionDepth = 0
  let isVanished = false
  for (let open = xml.indexOf('<'); open !== -1;) {
    const close = xml.indexOf('>', open)
    if (close === -1) break
    const isEnd = xml[open + 1] === '/'
    const step = xml[close - 1] === '/' ? 0 : isEnd ? -1 : 1
    const name = nameAt(xml, isEnd ? open + 2 : open + 1)
    const tag = tagOf(name)
    if (tag.endsWord) parts.push(' ')
    if (tag.isHidden) hiddenDepth += step
    else if (tag.isShown) shownDepth += step
    if (name === 'w:r') isVanished = false
    if (name === 'w:vanish') isVanished = true
    if (name === 'text:section') {
      const isHidden = sectionDepth > 0 || xml.slice(open, close).includes('text:display="none"')
      if (isHidden) sectionDepth += step
    }
    const next = xml.indexOf('<', close)
    if (shownDepth > 0 && hiddenDepth + sectionDepth === 0 && !isVanished)
      parts.push(xml.slice(close + 1, next === -1 ? undefined : next))
    open = next
  }
  return decode(parts.join(''))

  function tagOf(name: string): Tag {
    const known = tags.get(name)
    if (known !== undefined) return known
    const tag = { isShown: shown.test(name), isHidden: hidden.test(name), endsWord: ends.test(name) }
    tags.set(name, tag)
    return tag
  }
}

const nameEnd = /[\s/>]/g

function nameAt(xml: string, from: number): string {
  nameEnd.lastIndex = from
  return xml.slice(from, nameEnd.exec(xml)?.index)
}

function decode(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]{1,6}|\w{2,4});/gi, (_, name: string) => {
    if (!name.startsWith('#')) return ' '
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}
