'use client'

import { Plot } from './plot.tsx'
import { UmapPanel } from './umap-panel.tsx'
import { useViewerState, useChoose, useViewer } from './viewer-context.ts'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { RowButton } from './row-button.tsx'
import { selectRows } from './state/select-rows.ts'
import { useFound } from './use-focus.ts'
import { type FormEvent, useState, useSyncExternalStore, useEffect, useRef } from 'react'
import { Input } from '#components/ui/form/input.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useColored } from './use-colored.ts'
import { watchTheme } from './scatter/theme.ts'
import { type Swatch, toCss, type Shape } from './scatter/palette.ts'
import { X } from 'lucide-react'
import { MapToolbar } from './map-toolbar.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'

const noColumns: readonly ModelColumn[] = []

/** The texts as points, one plot for each model, with a details panel. */
export function MapView() {
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  const [full, toggleFull] = useFullScreen()
  const [details, setDetails] = useState(true)
  return (
    <div
      data-full-screen-area={full || undefined}
      className={classNames('@container flex flex-col', full ? 'fixed inset-0 z-40 bg-canvas' : 'h-full')}
    >
      <MapToolbar
        full={full}
        onToggleFull={toggleFull}
        details={details}
        onToggleDetails={() => setDetails(!details)}
      />
      <UmapPanel />
      <div className="relative flex min-h-0 flex-1 flex-col @xl:flex-row">
        {/* A map is square: the plots are side by side or stacked, whichever is larger. */}
        <div className="flex min-h-40 min-w-0 flex-1 [container-type:size]">
          <div className="flex min-w-0 flex-1 flex-col gap-px bg-line [@container_(min-aspect-ratio:1)]:flex-row">
            {columns.map(column => (
              <Plot key={column.set} column={column} titled={columns.length > 1} />
            ))}
          </div>
        </div>
        {details && <SidePanel floats={columns.length === 1} />}
      </div>
    </div>
  )
}

/** Details panel, over the plot where it is wide: search, then the current focus (neighbors, matches or the selection), then the legend. */
function SidePanel({ floats }: { floats: boolean }) {
  const first = useViewerState(state => state.shown?.columns[0])
  if (first === undefined) return null
  return (
    <aside
      aria-label="Details"
      className={classNames(
        'scroll flex max-h-[48%] w-full shrink-0 flex-col gap-3 border-t border-line bg-canvas px-3 py-2 @xl:max-h-none @xl:w-60 @xl:border-t-0 @xl:border-l',
        // On a wide pane there is space beside the square of the points.
        floats &&
          '@5xl:absolute @5xl:top-3 @5xl:right-3 @5xl:max-h-[calc(100%-8.5rem)] @5xl:rounded-lg @5xl:border @5xl:bg-raised @5xl:shadow-2',
      )}
    >
      <FindBox />
      <Neighbours />
      <FoundList />
      <SelectionList />
      <Legend column={first} />
    </aside>
  )
}

const listedMax = 20

/** The selection, with its first texts. */
function SelectionList() {
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

/** The first texts that contain the search terms. */
function FoundList() {
  const { store } = useViewer()
  const found = useFound()
  const anchored = useViewerState(state => state.anchor !== null)
  if (found === null || anchored) return null
  return (
    <section aria-label="Matching texts">
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

/** Finds texts that contain words immediately, or those nearest to a query, which is embedded for it. */
function FindBox() {
  const viewer = useViewer()
  const choose = useChoose()
  const anchor = useViewerState(state => state.anchor)
  const [text, setText] = useState('')
  const asked = anchor?.kind === 'query' ? anchor : null
  const write = (next: string) => {
    setText(next)
    choose({ find: next })
    // A new search replaces the shown neighbors.
    if (anchor) viewer.anchorRow(null)
  }
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') viewer.anchorQuery(text.trim())
  }
  return (
    <form onSubmit={ask} className="flex flex-col gap-1" role="search">
      <Input
        type="search"
        aria-label="Find texts"
        placeholder="Find text or describe it"
        value={text}
        onChange={event => write(event.target.value)}
      />
      {text.trim() !== '' && !asked && (
        <Button type="submit" className="self-start text-xs">
          Rank by similarity
        </Button>
      )}
      {asked?.state === 'running' && <p className="text-xs text-muted">Embedding “{asked.text}”…</p>}
      {asked?.state === 'failed' && (
        <p role="alert" className="text-xs text-bad">
          {asked.reason}
        </p>
      )}
    </form>
  )
}

/** Meaning of the colors; an entry toggles its points. */
function Legend({ column }: { column: ModelColumn }) {
  const { entries, swatches } = useColored(column)
  const hidden = useViewerState(state => state.hidden)
  const coloring = useViewerState(state => state.coloring)
  const choose = useChoose()
  const list = swatches(useDark())
  const waiting =
    coloring !== 'group' && column[coloring === 'trust' ? 'fidelity' : 'clusters'].state === 'running'
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
                  'flex min-h-6 w-full items-center gap-2 rounded px-1.5 text-left text-xs hover:bg-hover coarse:min-h-10',
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

const titles = { group: 'Groups', cluster: 'Clusters', trust: 'Neighbors kept' } as const

/** Whether the page is in dark mode, by setting or by system. */
function useDark(): boolean {
  return useSyncExternalStore(watchTheme, readDark, () => false)
}

function readDark(): boolean {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'dark' || chosen === 'light') return chosen === 'dark'
  return window.matchMedia('(prefers-color-scheme: dark)').matches
}

const outlines: Readonly<Record<Shape, string>> = {
  circle: 'M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1Z',
  square: 'M2 2h8v8H2Z',
  triangle: 'M6 1 11 10H1Z',
  diamond: 'M6 0.5 11.5 6 6 11.5 0.5 6Z',
  cross: 'M3 1 6 4 9 1 11 3 8 6l3 3-2 2-3-3-3 3-2-2 3-3-3-3Z',
  drop: 'M1 2h10L6 11Z',
  ring: 'M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1Zm0 2.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 1 0 0-5.2Z',
  plus: 'M4.2 1h3.6v3.2H11v3.6H7.8V11H4.2V7.8H1V4.2h3.2Z',
}

/** The marker of a category, as drawn on the map. */
function SwatchMark({ swatch }: { swatch: Swatch }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden className="stroke-text/40" strokeWidth="0.8">
      <path d={outlines[swatch.shape]} fill={toCss(swatch.color)} fillRule="evenodd" />
    </svg>
  )
}

/** The nearest texts in the original space, nearest first, by model. */
function Neighbours() {
  const viewer = useViewer()
  const anchor = useViewerState(state => state.anchor)
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  const rows = useViewerState(state => state.shown?.rows)
  const metric = useViewerState(state => state.metric)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The table row that opened this is gone: move the keyboard focus here.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [anchor])
  if (anchor === null || (anchor.kind === 'query' && anchor.state !== 'done')) return null
  const text = anchor.kind === 'row' ? (rows?.[anchor.row]?.text ?? '') : anchor.text
  return (
    <section aria-label="Nearest neighbors" className="flex flex-col gap-1">
      <div className="flex h-7 items-center justify-between gap-1">
        <h3 ref={heading} tabIndex={-1} className="text-xs font-medium text-muted">
          Nearest to
        </h3>
        <IconButton label="Close neighbors" onClick={() => viewer.anchorRow(null)}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <p className="line-clamp-3 border-l-2 border-accent-text pl-2 break-words">{text}</p>
      <Segmented
        label="Distance"
        className="my-1 self-start text-xs"
        choices={[
          { value: 'cosine', label: 'Cosine' },
          { value: 'euclidean', label: 'Euclidean' },
        ]}
        value={metric}
        onChange={value => viewer.setMetric(value === 'euclidean' ? 'euclidean' : 'cosine')}
      />
      {anchor.kind === 'row' && anchor.failure !== null && (
        <p role="alert" className="text-xs text-bad">
          {anchor.failure}
        </p>
      )}
      {columns.map(({ set, model, neighbours }) => (
        <div key={set}>
          {columns.length > 1 && <h4 className="truncate py-1 text-xs font-medium">{model}</h4>}
          <ol aria-label={columns.length > 1 ? `By ${model}` : 'Ranked texts'} className="-mx-1.5">
            {neighbours.map(({ index, distance }) => (
              <li key={index}>
                <RowButton row={index} aside={distance.toFixed(3)} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
