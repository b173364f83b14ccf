import type { AnswerToken } from './citation-reader.ts'
import { splitSentences } from './sentences.ts'

/** The number of the source that supports a sentence; null: none does. */
export type Attribute = (sentence: string) => Promise<number | null>

const terminators = /[.!?。！？…]/u
const closers = /["'”’»」』)*_]/u
const ideographic = /[。！？]/u
const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s*$/u

/**
 * Writes an answer with its citations as `[n]` before the period of their sentence. A sentence without a
 * citation gets that of the source that supports it. Only the end of a sentence is buffered.
 */
export class SentenceWriter {
  readonly #attribute: Attribute
  /** The sentence so far, without citations. */
  #sentence = ''
  /** The first characters of the line, to detect headings and tables. */
  #line = ''
  #cited: number[] = []
  /** Period and closing marks, buffered until the next character. */
  #tail = ''
  #gap = ''
  #dropped = false
  /** There was a citation after the period. */
  #spaced = false
  #out = ''

  constructor(attribute: Attribute) {
    this.#attribute = attribute
  }

  /** @returns text that is ready to be sent */
  async write(tokens: readonly AnswerToken[]): Promise<string> {
    for (const token of tokens) {
      if (token.kind === 'cite') this.#cite(token.numbers)
      else if (token.kind === 'code') await this.#code(token.text)
      else for (const character of token.text) await this.#character(character)
    }
    return this.#flush()
  }

  async end(): Promise<string> {
    await this.#endSentence()
    if (!this.#dropped) this.#out += this.#gap
    this.#gap = ''
    return this.#flush()
  }

  #flush(): string {
    const out = this.#out
    this.#out = ''
    return out
  }

  #cite(numbers: readonly number[]): void {
    const fresh = numbers.filter(number => !this.#cited.includes(number))
    if (fresh.length === 0) {
      this.#dropped = true
      return
    }
    const mark = fresh.map(number => `[${number}]`).join('')
    if (this.#tail === '') this.#out += this.#gap + mark
    else this.#out += (this.#cited.length > 0 || this.#sentence === '' ? '' : ' ') + mark
    this.#spaced = this.#tail !== ''
    this.#gap = ''
    this.#cited.push(...fresh)
  }

  async #code(text: string): Promise<void> {
    if (this.#spaced && this.#gap === '') this.#gap = ' '
    await this.#settleTail(text[0] ?? '')
    this.#out += this.#gap + text
    this.#sentence += this.#gap + text
    this.#line += text.slice(0, 3)
    this.#gap = ''
    this.#dropped = false
  }

  async #character(character: string): Promise<void> {
    if (character === '\n') {
      await this.#endSentence()
      this.#out += this.#gap + character
      this.#gap = ''
      this.#line = ''
      return
    }
    if (/\s/u.test(character)) {
      this.#gap += character
      return
    }
    if (this.#tail !== '' && this.#gap === '' && closers.test(character)) {
      this.#tail += character
      return
    }
    if (this.#tail !== '' && this.#gap === '' && terminators.test(character)) {
      this.#tail += character
      return
    }
    if (this.#spaced && this.#gap === '') this.#gap = ' '
    await this.#settleTail(character)
    // The space before a dropped citation is dropped too.
    if (this.#dropped && /[.,;:!?)]/u.test(character)) this.#gap = ''
    this.#dropped = false
    if (terminators.test(character)) {
      this.#tail = character
      // The space before it is kept.
      this.#out += this.#gap
      this.#sentence += this.#gap
      this.#gap = ''
      return
    }
    this.#put(this.#gap + character)
    this.#gap = ''
  }

  /** Decides whether the sentence ended, now that its next character is known. */
  async #settleTail(next: string): Promise<void> {
    if (this.#tail === '') return
    if (this.#ends(next)) return await this.#endSentence()
    const tail = this.#tail
    this.#tail = ''
    this.#put(tail)
  }

  #ends(next: string): boolean {
    if (ideographic.test(this.#tail)) return true
    if (this.#gap === '' || listMark.test(this.#sentence + this.#tail)) return false
    return splitSentences(`${this.#sentence}${this.#tail} ${next}x`).length > 1 || this.#cited.length > 0
  }

  async #endSentence(): Promise<void> {
    const { length } = this.#cited
    const said = (this.#sentence + this.#tail).replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '').trim()
    if (length === 0 && said !== '' && !/^\s*(?:#|\||```|~~~)/u.test(this.#line)) {
      const number = await this.#attribute(said)
      if (number !== null) this.#out += ` [${number}]`
    }
    this.#out += this.#tail
    this.#tail = ''
    this.#spaced = false
    this.#sentence = ''
    this.#cited = []
  }

  #put(text: string): void {
    this.#out += text
    this.#sentence += text
    if (this.#line.length < 8) this.#line += text
  }
}
