import type { ExportSource } from './export-files.ts'
import { toNumberText } from './number-text.ts'

/** A column that is exported beside the text: its name, and its value in a row, null for none. */
export interface RowField {
  readonly name: string
  readonly value: (row: number) => string | number | null
}

/** Line and text, and group, place and cluster where there are any. */
export function rowFields({ rows, input: { layout, clusters } }: ExportSource): RowField[] {
  const place = (row: number, axis: number) => {
    const text = toNumberText(layout?.[row * 2 + axis] ?? NaN)
    return text === '' ? null : Number(text)
  }
  const clusterOf = (row: number) => {
    const cluster = clusters?.[row] ?? -1
    return cluster < 0 ? null : cluster
  }
  const grouped = rows.some(({ group }) => group !== null)
  return [
    { name: 'line', value: row => rows[row]?.line ?? null },
    { name: 'text', value: row => rows[row]?.text ?? null },
    ...(grouped ? [{ name: 'group', value: (row: number) => rows[row]?.group ?? null }] : []),
    ...(layout === null
      ? []
      : [
          { name: 'x', value: (row: number) => place(row, 0) },
          { name: 'y', value: (row: number) => place(row, 1) },
        ]),
    ...(clusters === null ? [] : [{ name: 'cluster', value: clusterOf }]),
  ]
}
