/** One text of the viewer. */
export interface TextRow {
  readonly text: string
  /** Value of the color column; null without one. */
  readonly group: string | null
  /** Source line in the file or field, from 1. */
  readonly line: number
}
