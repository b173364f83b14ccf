'use client'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { RowButton } from './row-button.tsx'
import { useChoose, useViewerState } from './viewer-context.ts'

const listedMax = 20

/** What is selected, the first of it by name. */
export function SelectionList() {
  const selection = useViewerState(state => state.selection)
  const choose = useChoose()
  if (selection.size === 0) return null
  return (
    <section aria-label="Selection">
      <div className="flex h-7 items-center justify-between">
        <h3 className="text-xs font-medium text-muted">{formatCount(selection.size)} selected</h3>
        <Button variant="link" className="text-xs" onClick={() => choose({ selection: new Set() })}>
          Clear
        </Button>
      </div>
      <ol className="-mx-1.5">
        {[...selection].slice(0, listedMax).map(row => (
          <li key={row}>
            <RowButton row={row} />
          </li>
        ))}
      </ol>
      {selection.size > listedMax && (
        <p className="text-xs text-muted">and {formatCount(selection.size - listedMax)} more</p>
      )}
    </section>
  )
}
