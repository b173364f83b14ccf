/** A piece of an answer: text, verbatim code, or citation numbers. */
export type AnswerToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'cite'; readonly numbers: readonly number[] }

export interface CitationRules {
  /** Number of sources; higher citation numbers are dropped. */
  readonly sources: number
  /** Allowed hosts of links; other links become text. */
  readonly hosts: ReadonlySet<string>
}

/** Maximum text buffered after a bracket. */
const bracketCharsMax = 40
const addressCharsMax = 2048
const lineCharsKept = 40
const special = /!?\[|【|\][(:]|<|`+|~{3,}|\\|&|https?:\/\/|www\./iu
// The end of the buffer may start special syntax.
const unfinished = /(?:!|\]|`+|~+|<|\\|h(?:t(?:t(?:p(?:s?(?::\/?)?)?)?)?)?|w(?:w(?:w)?)?)$/iu
const defaultEntity = /^&(?:amp|lt|gt|quot|apos|nbsp);/u
const numbers = /^(?:\^|sources?\s+|refs?\.?\s+)?\d{1,3}(?:\s*(?:,|;|and|&|-|–)\s*\^?\d{1,3})*$/iu

/** How far to look for the end of a line or code span. */
const lookCharsMax = 2000

/**
 * Reads a streamed answer: every form of citation becomes its numbers, links to other hosts become text,
 * images become links first. The result does not depend on chunk boundaries.
 */
export class CitationReader {
  readonly #rules: CitationRules
  #held = ''
  #fence: CodeFence | null = null
  /** The last emitted character. */
  #last = ''
  /** The start of the last emitted line. */
  #line = ''

  constructor(rules: CitationRules) {
    this.#rules = rules
  }

  push(text: string): AnswerToken[] {
    // A lone one ends a line in Markdown parsers.
    this.#held += text.replaceAll('\r', '')
    return this.#read(false)
  }

  end(): AnswerToken[] {
    return this.#read(true)
  }

  #read(final: boolean): AnswerToken[] {
    const tokens: AnswerToken[] = []
    while (this.#held !== '') {
      const before = this.#held.length
      const token = this.#fence === null ? this.#next(final) : this.#fenced(this.#fence, final)
      if (token !== null && (token.kind === 'cite' || token.text !== '')) tokens.push(this.#pass(token))
      if (this.#held.length === before) break
    }
    return tokens
  }

  /** Records emitted text and separates text that would form a link with the text before. */
  #pass(token: AnswerToken): AnswerToken {
    if (token.kind === 'cite') {
      if (token.numbers.length > 0) this.#note(']')
      return token
    }
    const parted = part(this.#last, token.text[0])
    const text = parted + token.text
    this.#note(text)
    return { kind: token.kind, text }
  }

  #note(text: string): void {
    this.#last = text.at(-1) ?? ''
    const newline = text.lastIndexOf('\n')
    this.#line = (newline === -1 ? this.#line + text : text.slice(newline + 1)).slice(0, lineCharsKept)
  }

  /** The next complete piece; none while more input is needed. */
  #next(final: boolean): AnswerToken | null {
    const found = special.exec(this.#held)
    if (found === null) return this.#text(this.#held.length - (final ? 0 : lengthOf(unfinished, this.#held)))
    if (found.index > 0) return this.#text(found.index)
    const mark = found[0]
    if (mark.startsWith('`') || mark.startsWith('~')) return this.#openCode(mark, final)
    if (mark === '<') return this.#angle(final)
    if (mark === '\\') return this.#escaped(final)
    if (mark === '&') return this.#entity(final)
    if (mark === '](') return this.#closeLink(final)
    // Not the start of a link reference definition.
    if (mark === ']:') return this.#replace(2, ']\\:')
    if (mark === '【') return this.#bracket(1, '】', final)
    if (mark.endsWith('[')) return this.#bracket(mark.length, ']', final)
    return this.#address(final)
  }

  #openCode(mark: string, final: boolean): AnswerToken | null {
    // The run may go on.
    if (!final && mark.length === this.#held.length) return null
    if (this.#line.trim() === '' && this.#line.length < lineCharsKept) {
      const fence = findFence(this.#held, mark, final)
      if (fence === 'open') return null
      if (fence !== null) {
        this.#fence = fence
        const code = this.#take(fence.line.length)
        // Alone on its line, it opens a block in every Markdown parser.
        return { kind: 'code', text: this.#line === '' ? code : `\n${code}` }
      }
    }
    if (mark.startsWith('~')) return this.#text(mark.length)
    const span = findSpan(this.#held, mark, final)
    if (span === 'open') return null
    if (span !== null) return { kind: 'code', text: this.#take(span) }
    return this.#replace(mark.length, '\\`'.repeat(mark.length))
  }

  #fenced(fence: CodeFence, final: boolean): AnswerToken | null {
    const read = readFenced(this.#held, fence, { begins: this.#line === '', final })
    if (read === 'open') return null
    if (read.closes) this.#fence = null
    this.#take(read.taken)
    return { kind: 'code', text: read.code }
  }

  /**
   * A punctuation mark without meaning. Those of a URL stay separate, because joined they would form a URL
   * again.
   */
  #escaped(final: boolean): AnswerToken | null {
    const next = this.#held[1]
    if (next === undefined) return final ? this.#text(1) : null
    if (/[:/.]/u.test(next)) return this.#replace(1, '\\\\')
    return this.#text(/[!-~]/u.test(next) && !/[a-z\d]/iu.test(next) ? 2 : 1)
  }

  /** A character entity, which could encode a URL; common ones are preserved. */
  #entity(final: boolean): AnswerToken | null {
    if (!final && /^&[a-z\d]{0,31}$/iu.test(this.#held)) return null
    if (!/^&(?:#|[a-z][a-z\d]{0,31};)/iu.test(this.#held)) return this.#text(1)
    return defaultEntity.test(this.#held) ? this.#text(1) : this.#replace(1, '&amp;')
  }

  /** Answers contain no HTML. */
  #angle(final: boolean): AnswerToken | null {
    const next = this.#held[1]
    if (next === undefined && !final) return null
    this.#take(1)
    return { kind: 'text', text: next !== undefined && /[a-z/!?]/iu.test(next) ? '&lt;' : '<' }
  }

  /** @param open how long the opening mark is: 2 where an image begins */
  #bracket(open: number, closing: string, final: boolean): AnswerToken | null {
    const limit = open + bracketCharsMax
    const close = this.#held.indexOf(closing, open)
    const inner = this.#held.slice(open, close === -1 ? limit : close)
    const literal = closing === '】' ? '【' : this.#last === '!' ? ' [' : '['
    if (close === -1 || close > limit || /[\n[]/u.test(inner)) {
      const decided = final || /[\n[]/u.test(inner) || close > limit || this.#held.length > limit
      if (!decided) return null
      this.#take(open)
      return { kind: 'text', text: literal }
    }
    const end = close + closing.length
    const cited = closing === '】' ? /^\d{1,3}/u.exec(inner)?.[0] : numbers.test(inner) ? inner : undefined
    if (cited === undefined) {
      this.#take(open)
      return { kind: 'text', text: literal }
    }
    if (this.#held[end] === undefined && !final) return null
    // An exclamation mark before a citation belongs to the sentence.
    if (open === 2) return this.#text(1)
    const address = this.#held[end] === '(' ? this.#findAddress(end + 1, final) : null
    if (address === 'open') return null
    this.#take(address === null ? end : address.end)
    return { kind: 'cite', numbers: this.#valid(cited) }
  }

  /** The end of a link's text, which was already emitted. */
  #closeLink(final: boolean): AnswerToken | null {
    const address = this.#findAddress(2, final)
    if (address === 'open') return null
    // A link may go on where the line ends.
    if (address === null) return this.#replace(2, '] (')
    this.#take(address.end)
    // Without its title: less to be misread.
    const url = address.url.trim().split(/\s/u)[0] ?? ''
    return { kind: 'text', text: leadsTo(url, this.#rules.hosts) ? `](${url})` : ']' }
  }

  /** The URL in brackets opened before `start`; null: unterminated. */
  #findAddress(start: number, final: boolean): { url: string; end: number } | 'open' | null {
    const rest = this.#held.slice(start, start + addressCharsMax)
    const close = /[)\n]/u.exec(rest)
    if (close === null) return final || rest.length === addressCharsMax ? null : 'open'
    if (close[0] === '\n') return null
    return { url: rest.slice(0, close.index), end: start + close.index + 1 }
  }

  /** A bare URL, which Markdown parsers turn into a link. */
  #address(final: boolean): AnswerToken | null {
    const end = /[\s<>"'`)[\]]/u.exec(this.#held)
    if (end === null && !final && this.#held.length < addressCharsMax) return null
    const whole = this.#held.slice(0, Math.min(end?.index ?? addressCharsMax, addressCharsMax))
    const url = whole.replace(/[.,;:!?*_]+$/u, '')
    this.#take(url.length)
    if (/^(?:https?:\/*|www)$/iu.test(url)) return { kind: 'text', text: url }
    // Directly after a letter it is not a link, but a second URL inside it is.
    const stays = !/[a-z]/iu.test(this.#last) && leadsTo(url, this.#rules.hosts)
    return stays ? { kind: 'text', text: url } : { kind: 'code', text: `\`${url}\`` }
  }

  #valid(text: string): number[] {
    const given = [...text.matchAll(/(\d+)(?:\s*[-–]\s*\^?(\d+))?/gu)].flatMap(([, first, last]) => {
      const from = Number(first)
      const to = last === undefined ? from : Math.min(Number(last), this.#rules.sources)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
    })
    return [...new Set(given)].filter(number => number >= 1 && number <= this.#rules.sources)
  }

  #text(length: number): AnswerToken {
    return { kind: 'text', text: this.#take(length) }
  }

  #replace(length: number, text: string): AnswerToken {
    this.#take(length)
    return { kind: 'text', text }
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return taken
  }
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0
}

/** @returns the separator of two pieces that would otherwise form a link, definition or code span */
function part(last: string, next = ''): string {
  if (last === ']' && next === ':') return '\\'
  return (last === ']' && next === '(') || (/[`\\]/u.test(last) && next === '`') ? ' ' : ''
}

/** Whether every Markdown parser reads this URL as one of these hosts, over http or https. */
function leadsTo(address: string, hosts: ReadonlySet<string>): boolean {
  // Parsers may see another start, end or characters.
  if (/[[\]()<>!`\\]|&(?:#|[a-z\d]+;)/iu.test(address)) return false
  const url = URL.parse(/^www\./iu.test(address) ? `https://${address}` : address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return /^https?:$/u.test(url.protocol) && hosts.has(url.host)
}

/** A line that opens a block of code, and what closes it. */
interface CodeFence {
  readonly mark: string
  /** The whole line, its end included. */
  readonly line: string
}

/**
 * The code fence at the start of a text, after only spaces on its line.
 * @returns `open` while more input is needed; null: no fence
 */
function findFence(text: string, mark: string, final: boolean): CodeFence | 'open' | null {
  if (mark.length < 3) return null
  const line = firstLine(text, final)
  if (line === undefined) return 'open'
  if (line === null || (mark.startsWith('`') && line.includes('`', mark.length))) return null
  return { mark, line }
}

/**
 * The complete part of a code block: its next line, or a part of a long one.
 * @param begins whether the text begins a line
 * @returns a closing line as its mark alone: with space around it not every Markdown parser closes the block
 */
function readFenced(
  text: string,
  { mark }: CodeFence,
  { begins, final }: { begins: boolean; final: boolean },
): { taken: number; code: string; closes: boolean } | 'open' {
  const line = firstLine(text, final)
  if (line === undefined) return 'open'
  if (line === null) return { taken: lookCharsMax, code: text.slice(0, lookCharsMax), closes: false }
  const said = line.trim()
  const closes = begins && said.length >= mark.length && said === (mark[0] ?? '').repeat(said.length)
  const code = closes ? said + (line.endsWith('\n') ? '\n' : '') : line
  return { taken: line.length, code, closes }
}

/**
 * The code span at the start of a text. Only one that every Markdown parser recognizes: it ends on its line,
 * and no table can cut a link out of it.
 * @returns its length; `open` while more input is needed; null: none
 */
function findSpan(text: string, mark: string, final: boolean): number | 'open' | null {
  const line = firstLine(text, final)
  const looked = line === undefined ? text : (line ?? text.slice(0, lookCharsMax))
  const close = new RegExp(`(?<!\`)${mark}(?!\`)`, 'u').exec(looked.slice(mark.length))
  if (close === null) return line === undefined ? 'open' : null
  const end = mark.length + close.index + mark.length
  if (end === looked.length && line === undefined) return 'open'
  if (end === looked.length && line === null) return null
  return /\|.*[[<:.]|[[<:.].*\|/u.test(looked.slice(0, end)) ? null : end
}

/** @returns the first line with its end; null: it is too long; undefined: more input is needed */
function firstLine(text: string, final: boolean): string | null | undefined {
  const end = text.indexOf('\n')
  if (end !== -1 && end < lookCharsMax) return text.slice(0, end + 1)
  if (end !== -1 || text.length > lookCharsMax) return null
  return final ? text : undefined
}
