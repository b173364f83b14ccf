/** One text of the viewer. */
export interface TextRow {
  readonly text: string
  /** Value of the column that colours the points; null without one. */
  readonly group: string | null
  /** Line of the file or field that it came from, from 1. */
  readonly line: number
}
