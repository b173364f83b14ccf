import { linkColumns } from './link-columns.ts'

/** Names of the columns, for the eye: each row says its own to a screen reader. As wide as the rows beside their scroll bar. */
export function LinkHead() {
  return (
    <div
      aria-hidden
      className="shrink-0 overflow-hidden border-b border-line bg-panel text-xs text-muted [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div className={`${linkColumns} h-6 pl-3`}>
        <span>Page</span>
        <span className="@max-[18rem]:hidden">Found in</span>
        <span className="@max-[30rem]:hidden">Changed</span>
        <span className="text-right @max-[30rem]:hidden">Depth</span>
      </div>
    </div>
  )
}
