/** What is wrong with a file, and in which line (from 1; null where no single line is to blame). Stays in this folder. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly line: number | null

  constructor(line: number | null, message: string) {
    super(message)
    this.line = line
  }
}
