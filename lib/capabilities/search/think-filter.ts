/** Takes the thinking out of an answer as it is written: `<think>…</think>` at its beginning. */
export class ThinkFilter {
  #held = ''
  #state: 'begin' | 'inside' | 'answer' = 'begin'

  push(text: string): string {
    if (this.#state === 'answer') return text
    this.#held += text
    if (this.#state === 'begin') {
      const start = this.#held.trimStart()
      if ('<think>'.startsWith(start.slice(0, 7)) && start.length < 7) return ''
      this.#state = start.startsWith('<think>') ? 'inside' : 'answer'
    }
    if (this.#state === 'answer') return this.#release(this.#held)
    const end = this.#held.indexOf('</think>')
    if (end === -1) return ''
    this.#state = 'answer'
    return this.#release(this.#held.slice(end + '</think>'.length).trimStart())
  }

  /** What waited to be decided; an unclosed thought is none of the answer. */
  end(): string {
    return this.#state === 'begin' ? this.#release(this.#held) : ''
  }

  #release(text: string): string {
    this.#held = ''
    return text
  }
}
