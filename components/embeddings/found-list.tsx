'use client'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { selectRows } from './state/select-rows.ts'
import { RowButton } from './row-button.tsx'
import { useFound } from './use-focus.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

const listedMax = 20

/** Texts that contain the words, the first of them by name. */
export function FoundList() {
  const { store } = useViewer()
  const found = useFound()
  const anchored = useViewerState(state => state.anchor !== null)
  if (found === null || anchored) return null
  return (
    <section aria-label="Found texts">
      <div className="flex h-7 items-center justify-between">
        <h3 className="text-xs font-medium text-muted">{formatCount(found.length)} found</h3>
        {found.length > 0 && (
          <Button
            variant="link"
            className="text-xs"
            onClick={() => store.update(state => selectRows(state, found, 'replace'))}
          >
            Select
          </Button>
        )}
      </div>
      <ol className="-mx-1.5">
        {found.slice(0, listedMax).map(row => (
          <li key={row}>
            <RowButton row={row} />
          </li>
        ))}
      </ol>
    </section>
  )
}
