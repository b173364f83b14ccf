import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  className?: string
}

/** A plain table with a caption for screen readers and a header that stays in sight. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  empty: string
}) {
  return (
    <table className="w-full border-collapse text-left text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-panel">
        <tr>
          {columns.map(column => (
            <th
              key={column.id}
              scope="col"
              className={classNames(
                'border-b border-line px-2 py-1 font-medium whitespace-nowrap text-muted',
                column.align === 'right' && 'text-right',
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={rowKey(row)} className="border-b border-line align-top">
            {columns.map(column => (
              <td
                key={column.id}
                className={classNames(
                  'px-2 py-1',
                  column.align === 'right' && 'text-right',
                  column.className,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length} className="px-2 py-3 text-muted">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
