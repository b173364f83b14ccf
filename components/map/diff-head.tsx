import { diffColumns } from './link-columns.ts'

/** Names of the columns. */
export function DiffHead() {
  return (
    <div
      role="rowgroup"
      className="shrink-0 overflow-hidden border-b border-line bg-panel text-xs text-muted [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div role="row" aria-rowindex={1} className={`${diffColumns} h-6`}>
        <span role="columnheader">Change</span>
        <span role="columnheader">Address</span>
      </div>
    </div>
  )
}
