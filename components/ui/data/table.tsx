import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export interface Column<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  className?: string
  /** Spans the whole card on phones, without its label. */
  wide?: boolean
  /** Buttons of the row: on phones beside the first wide cell, without a label. */
  acts?: boolean
  /** Makes the header a button that sorts by the column. */
  sort?: { order: 'ascending' | 'descending' | 'none'; onSort: () => void }
}

/** A table with a caption for screen readers and a sticky header; on phones, one card per row. */
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
  const headId = columns.some(column => column.acts) ? columns.find(column => column.wide)?.id : undefined
  return (
    <table className="plain-table w-full border-collapse text-left text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-canvas max-sm:sr-only">
        <tr>
          {columns.map(column => (
            <th
              key={column.id}
              scope="col"
              aria-sort={column.sort?.order}
              className={classNames(
                'border-b border-line px-2 py-1 font-medium whitespace-nowrap text-muted',
                column.align === 'right' && 'text-right',
              )}
            >
              <ColumnName {...column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr
            key={rowKey(row)}
            className={classNames(
              'border-b border-line align-middle max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:py-1',
              // Ends the line of the first wide cell.
              headId !== undefined &&
                'max-sm:before:order-[-1] max-sm:before:basis-full max-sm:before:content-[""]',
            )}
          >
            {columns.map(column => (
              <td
                key={column.id}
                data-label={column.label}
                className={classNames(
                  'px-2 py-1 max-sm:max-w-full max-sm:min-w-0 max-sm:py-0.5 max-sm:wrap-anywhere max-sm:empty:hidden',
                  onPhone(column, headId),
                  column.align === 'right' && 'text-right max-sm:text-left',
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

function onPhone<Row>({ id, wide, acts }: Column<Row>, headId: string | undefined): string {
  if (id === headId) return 'max-sm:order-[-3] max-sm:flex-1 max-sm:basis-0'
  if (acts) return 'max-sm:order-[-2] max-sm:self-start'
  if (wide) return 'max-sm:basis-full'
  return 'max-sm:before:mr-1 max-sm:before:text-muted max-sm:before:content-[attr(data-label)]'
}

function ColumnName({ label, sort }: Pick<Column<never>, 'label' | 'sort'>) {
  if (!sort) return label
  const Arrow = sort.order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <>
      {/* Headers are hidden on phones, so they must not take focus there. */}
      <span className="sm:hidden">{label}</span>
      <button
        type="button"
        onClick={sort.onSort}
        className="inline-flex h-6 items-center gap-1 hover:text-text max-sm:hidden coarse:h-10"
      >
        {label}
        {sort.order !== 'none' && <Arrow size={12} aria-hidden />}
      </button>
    </>
  )
}
