'use client'
import { formatCount } from '#lib/client/format.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/button.tsx'
import type { ModelColumn } from './state/viewer-state.ts'
import { SwatchMark } from './swatch.tsx'
import { useColored } from './use-colored.ts'
import { useDark } from './use-dark.ts'
import { useChoose, useViewerState } from './viewer-context.ts'

/** What the colours mean; an entry switches its points off and on. */
export function Legend({ column }: { column: ModelColumn }) {
  const { entries, swatches } = useColored(column)
  const hidden = useViewerState(state => state.hidden)
  const coloring = useViewerState(state => state.coloring)
  const choose = useChoose()
  const list = swatches(useDark())
  const waiting =
    coloring !== 'group' && column[coloring === 'trust' ? 'trust' : 'clusters'].state === 'running'
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    choose({ hidden: next })
  }
  return (
    <section aria-label="Legend" className="flex flex-col gap-1">
      <div className="flex h-7 items-center justify-between">
        <h3 className="text-xs font-medium text-muted">{titles[coloring]}</h3>
        {hidden.size > 0 && (
          <Button variant="link" className="text-xs" onClick={() => choose({ hidden: new Set() })}>
            Show all
          </Button>
        )}
      </div>
      {waiting && <p className="text-xs text-muted">Computing…</p>}
      <ul className="-mx-1.5">
        {entries.map(({ key, label, count, category }) => {
          const swatch = list[category]
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={!hidden.has(key)}
                onClick={() => toggle(key)}
                className={classNames(
                  'flex min-h-6 w-full items-center gap-2 rounded px-1.5 text-left text-xs hover:bg-sunken coarse:min-h-10',
                  hidden.has(key) && 'text-muted line-through',
                )}
              >
                {swatch && <SwatchMark swatch={swatch} />}
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <span className="text-muted">{formatCount(count)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const titles = { group: 'Groups', cluster: 'Clusters', trust: 'Neighbours kept' } as const
