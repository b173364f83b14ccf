const keptCharsMin = 4096

/**
 * The part of a text that a tokenizer may still point at: it is written piece by piece, and positions count from the
 * start of everything. Names and values that are longer than a piece and 4096 characters come out cut.
 */
export class TextWindow {
  #text = ''
  #start = 0
  #lastLength = 0

  write(piece: string): void {
    const keep = Math.max(keptCharsMin, this.#lastLength)
    if (this.#text.length > keep) {
      this.#start += this.#text.length - keep
      this.#text = this.#text.slice(-keep)
    }
    this.#text = this.#text === '' ? piece : this.#text + piece
    this.#lastLength = piece.length
  }

  slice(from: number, to: number): string {
    return this.#text.slice(Math.max(0, from - this.#start), Math.max(0, to - this.#start))
  }
}
