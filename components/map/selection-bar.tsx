'use client'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { noSelection, selectShown } from '#lib/client/map/selection.ts'
import { useMapState, useMapStore, useMatches } from './map-context.ts'
import { SendLinks } from './send-links.tsx'

/** What is chosen, and where it can go. */
export function SelectionBar() {
  const store = useMapStore()
  const { selection, found } = useMapState()
  const matches = useMatches()
  const { tree, links } = found.site
  const { count } = selection
  const shown = matches?.count ?? links.length
  const select = (next: typeof selection) => store.update(state => ({ ...state, selection: next }))
  return (
    <div
      role="group"
      aria-label="Selection"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-t border-line bg-panel px-3 py-1 text-xs text-muted coarse:min-h-12 max-sm:px-2"
    >
      <span role="status" className={count > 0 ? 'text-text' : ''}>
        {count > 0 ? `${formatCount(count)} selected` : 'Select pages to scrape or rank'}
      </span>
      {/* One button for both, so that the keyboard stays where it is. */}
      <Button
        variant="link"
        className="min-h-6 text-xs"
        disabled={count === 0 && shown === 0}
        focusableWhenDisabled
        onClick={() => select(count > 0 ? noSelection : selectShown(tree, matches))}
      >
        {count > 0 ? 'Clear' : `Select ${matches === null ? 'all' : 'shown'} ${formatCount(shown)}`}
      </Button>
      {count > 0 && <SendLinks />}
    </div>
  )
}
