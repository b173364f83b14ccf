'use client'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { noSelection } from '#lib/client/map/selection.ts'
import { useMapState, useMapStore } from './map-context.ts'
import { SendLinks } from './send-links.tsx'

/** What is chosen, and where it can go. */
export function SelectionBar() {
  const store = useMapStore()
  const { count } = useMapState().selection
  return (
    <div
      role="group"
      aria-label="Selection"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-t border-line bg-panel px-3 py-1 text-xs text-muted max-sm:px-2"
    >
      <span role="status" className={count > 0 ? 'text-text' : ''}>
        {count > 0 ? `${formatCount(count)} selected` : 'Select pages to scrape or rank them'}
      </span>
      {count > 0 && (
        <>
          <Button
            variant="link"
            className="min-h-6 text-xs"
            onClick={() => store.update(state => ({ ...state, selection: noSelection }))}
          >
            Clear
          </Button>
          <SendLinks />
        </>
      )}
    </div>
  )
}
