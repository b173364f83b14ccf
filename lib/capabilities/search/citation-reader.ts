/** What a piece of an answer is: text, code that stays as it is, or the numbers of sources. */
export type AnswerToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'cite'; readonly numbers: readonly number[] }

export interface CitationRules {
  /** How many sources there are; numbers beyond are dropped. */
  readonly sources: number
  /** Hosts that links may lead to; others are shown as text. */
  readonly hosts: ReadonlySet<string>
}

/** How long text from a bracket on waits until it is decided. */
const bracketCharsMax = 40
const addressCharsMax = 2048
const special = /!?\[|【|\]\(|<|`+|https?:\/\/|www\./iu
// The end of what has come may be the beginning of something special.
const unfinished = /(?:!|\]|`+|<|h(?:t(?:t(?:p(?:s?(?::\/?)?)?)?)?)?|w(?:w(?:w)?)?)$/iu
const numbers = /^(?:\^|sources?\s+|refs?\.?\s+)?\d{1,3}(?:\s*(?:,|;|and|&|-|–)\s*\^?\d{1,3})*$/iu

/**
 * Reads an answer as it is written: every form of a citation becomes its numbers, links to other hosts become text,
 * images become links first, and nothing that was decided depends on how the text was cut into pieces.
 */
export class CitationReader {
  readonly #rules: CitationRules
  #held = ''
  #fence = ''
  /** The last character that was let through. */
  #last = ''

  constructor(rules: CitationRules) {
    this.#rules = rules
  }

  push(text: string): AnswerToken[] {
    this.#held += text
    return this.#read(false)
  }

  end(): AnswerToken[] {
    return this.#read(true)
  }

  #read(final: boolean): AnswerToken[] {
    const tokens: AnswerToken[] = []
    while (this.#held !== '') {
      const before = `${this.#held.length} ${this.#fence}`
      const token = this.#fence === '' ? this.#next(final) : this.#code(final)
      if (token !== null && !(token.kind !== 'cite' && token.text === '')) {
        tokens.push(token)
        if (token.kind !== 'cite') this.#last = token.text.at(-1) ?? ''
        else if (token.numbers.length > 0) this.#last = ']'
      }
      if (`${this.#held.length} ${this.#fence}` === before) break
    }
    return tokens
  }

  /** The next piece that is decided; nothing is taken where more has to come. */
  #next(final: boolean): AnswerToken | null {
    const found = special.exec(this.#held)
    if (found === null) return this.#text(this.#held.length - (final ? 0 : lengthOf(unfinished, this.#held)))
    if (found.index > 0) return this.#text(found.index)
    const mark = found[0]
    if (mark.startsWith('`')) return this.#openCode(mark, final)
    if (mark === '<') return this.#angle(final)
    if (mark === '](') return this.#closeLink(final)
    if (mark === '【') return this.#bracket(1, '】', final)
    if (mark.endsWith('[')) return this.#bracket(mark.length, ']', final)
    return this.#address(final)
  }

  #openCode(mark: string, final: boolean): AnswerToken | null {
    // The run may go on.
    if (!final && mark.length === this.#held.length) return null
    this.#fence = mark
    return { kind: 'code', text: this.#take(mark.length) }
  }

  #code(final: boolean): AnswerToken | null {
    const fence = this.#fence
    const close = new RegExp(`(?<!\`)\`{${fence.length}${fence.length > 2 ? ',' : ''}}(?!\`)`, 'u').exec(
      this.#held,
    )
    const paragraph = fence.length > 2 ? -1 : this.#held.indexOf('\n\n')
    const ends = close !== null && (final || close.index + close[0].length < this.#held.length)
    if (ends && (paragraph === -1 || close.index < paragraph)) {
      this.#fence = ''
      return { kind: 'code', text: this.#take(close.index + close[0].length) }
    }
    if (paragraph !== -1 && (close === null || paragraph < close.index)) {
      this.#fence = ''
      return { kind: 'code', text: this.#take(paragraph) }
    }
    if (final) this.#fence = ''
    // What may be a closing mark, or one of two line breaks, waits.
    const kept = final ? 0 : lengthOf(/(?:`+|\n)$/u, this.#held)
    return { kind: 'code', text: this.#take(this.#held.length - kept) }
  }

  /** HTML is no part of an answer. */
  #angle(final: boolean): AnswerToken | null {
    const next = this.#held[1]
    if (next === undefined && !final) return null
    this.#take(1)
    return { kind: 'text', text: next !== undefined && /[a-z/!]/iu.test(next) ? '&lt;' : '<' }
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
    // An exclamation mark before a citation is the sentence's.
    if (open === 2) return this.#text(1)
    const address = this.#held[end] === '(' ? this.#findAddress(end + 1, final) : null
    if (address === 'open') return null
    this.#take(address === null ? end : address.end)
    return { kind: 'cite', numbers: this.#valid(cited) }
  }

  /** The end of a link's text, which went out already. */
  #closeLink(final: boolean): AnswerToken | null {
    const address = this.#findAddress(2, final)
    if (address === 'open') return null
    if (address === null) return this.#text(2)
    this.#take(address.end)
    // Without its title: less to be misread.
    const url = address.url.trim().split(/\s/u)[0] ?? ''
    return { kind: 'text', text: this.#allows(url) ? `](${url})` : ']' }
  }

  /** The address in brackets that begin before `start`; null: it has no end. */
  #findAddress(start: number, final: boolean): { url: string; end: number } | 'open' | null {
    const rest = this.#held.slice(start, start + addressCharsMax)
    const close = /[)\n]/u.exec(rest)
    if (close === null) return final || rest.length === addressCharsMax ? null : 'open'
    if (close[0] === '\n') return null
    return { url: rest.slice(0, close.index), end: start + close.index + 1 }
  }

  /** An address by itself, which readers of Markdown make a link of. */
  #address(final: boolean): AnswerToken | null {
    const end = /[\s<>"'`)[\]]/u.exec(this.#held)
    if (end === null && !final && this.#held.length < addressCharsMax) return null
    const whole = this.#held.slice(0, Math.min(end?.index ?? addressCharsMax, addressCharsMax))
    const url = whole.replace(/[.,;:!?*_]+$/u, '')
    this.#take(url.length)
    if (URL.parse(url.replace(/^www\./iu, 'https://www.')) === null) return { kind: 'text', text: url }
    return this.#allows(url) ? { kind: 'text', text: url } : { kind: 'code', text: `\`${url}\`` }
  }

  #allows(address: string): boolean {
    // A reader of Markdown may see another beginning or end of the address than this one.
    if (/[[\]()<>!`\\]/u.test(address)) return false
    const url = URL.parse(/^www\./iu.test(address) ? `https://${address}` : address)
    return url !== null && /^https?:$/u.test(url.protocol) && this.#rules.hosts.has(url.host)
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

  #take(length: number): string {
    const taken = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return taken
  }
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0
}
