/** The marks of notes in Markdown: `[^1]`, numbered by their first reference. */
export class NoteMarks {
  readonly #numbers = new Map<unknown, number>()

  /** @param note what identifies it, such as its element */
  of(note: unknown): string {
    const known = this.#numbers.get(note)
    const number = known ?? this.#numbers.size + 1
    if (known === undefined) this.#numbers.set(note, number)
    return `[^${number}]`
  }
}
