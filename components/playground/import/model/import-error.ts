/** A file error and its line (from 1; null when no single line is the cause). Internal to this folder. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly line: number | null

  constructor(line: number | null, message: string) {
    super(message)
    this.line = line
  }
}
