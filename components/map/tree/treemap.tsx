'use client'

import {
  type MouseEvent,
  useContext,
  useMemo,
  useState,
  type RefObject,
  useEffect,
  useRef,
  type KeyboardEvent,
  memo,
} from 'react'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { treemapLayout, type TreemapCell } from '#components/map/model/tree/treemap-layout.ts'
import { useMapState, useMatches } from '#components/map/map-context.ts'
import { type HeatBy, toNodeHeat } from './node-heat.ts'
import { ReadingContext } from '#components/map/reading-context.ts'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import type { Site } from '#components/map/model/tree/site.ts'
import { nextArea } from '#components/map/model/tree/next-area.ts'
import { Button } from '#components/ui/button/button.tsx'
import { decodeAddress } from '#lib/client/web-address.ts'
import type { SiteTree } from '#components/map/model/tree/site-tree.ts'

const openedAt = Date.now()
const levels = 3

/** The site as a treemap: each folder sized by its links. Enter opens a folder, Backspace returns. */
export function Treemap() {
  const { site } = useMapState().found
  const { tree, links } = site
  const matches = useMatches()
  const reading = useContext(ReadingContext)
  const [path, setPath] = useState<readonly string[]>([])
  const [by, setBy] = useState<HeatBy>('age')
  const { ref, width, height } = useSize<HTMLDivElement>()
  const root = tree.find(path)
  const counts = matches?.nodeCounts ?? null
  const cells = useMemo(
    () => treemapLayout(tree, { root, width, height, depth: levels, counts, cellsMax: 800 }),
    [tree, root, width, height, counts],
  )
  const heat = useMemo(() => toNodeHeat(site, by, openedAt), [site, by])
  const { tabStop, onKeyDown } = useAreaKeys(ref, cells, {
    root,
    onLeave: () => setPath(path.slice(0, -1)),
  })
  const click = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
    if (cell === null) return
    const node = Number(cell.dataset['node'])
    if (tree.hasChildren(node)) return setPath(tree.path(node))
    reading.open(links[tree.link(node)]?.url ?? null)
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1.5 max-sm:px-2">
        <TreemapPath path={path} onGo={setPath} />
        <Segmented
          label="Warmer colors"
          choices={[
            { value: 'age', label: 'Newer' },
            { value: 'depth', label: 'Deeper' },
          ]}
          value={by}
          onChange={value => setBy(value === 'depth' ? 'depth' : 'age')}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for all the buttons within */}
      <div
        ref={ref}
        role="group"
        aria-label="Treemap"
        className="relative min-h-0 flex-1 overflow-hidden"
        onClick={click}
        onKeyDown={onKeyDown}
      >
        <TreemapCells cells={cells} tree={tree} heat={heat} tabStop={tabStop} />
      </div>
      <TreemapTable site={site} root={root} counts={counts} />
    </>
  )
}

/** A box and its size on the page, in whole pixels; 0 until rendered. */
function useSize<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>
  readonly width: number
  readonly height: number
} {
  const ref = useRef<Element>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}

const rowsMax = 200

/** The same figures as a table for screen readers; the tree has all of them. */
function TreemapTable({
  site,
  root,
  counts,
}: {
  site: Site
  /** The root node; -1 for all hosts. */
  root: number
  /** Matching links by node; null: all. */
  counts: Int32Array | null
}) {
  const { tree } = site
  const countOf = (node: number) => (counts === null ? tree.count(node) : (counts[node] ?? 0))
  const children = tree
    .children(root)
    .filter(node => countOf(node) > 0)
    .toSorted((a, b) => countOf(b) - countOf(a))
    .slice(0, rowsMax)
  return (
    <table className="sr-only">
      <caption>Links by folder, largest first</caption>
      <thead>
        <tr>
          <th scope="col">Folder</th>
          <th scope="col">Links</th>
        </tr>
      </thead>
      <tbody>
        {children.map(node => (
          <tr key={node}>
            <th scope="row">{tree.label(node)}</th>
            <td>{formatCount(countOf(node))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface AreaKeys {
  /** Node of the single area with the tab stop; null: none. */
  readonly tabStop: number | null
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Arrow keys move between areas of the outermost level; opening one by keyboard focuses its first area. */
function useAreaKeys(
  map: RefObject<HTMLElement | null>,
  cells: readonly TreemapCell[],
  { root, onLeave }: { root: number; onLeave: () => void },
): AreaKeys {
  const [chosen, setChosen] = useState<number | null>(null)
  const hadFocus = useRef(false)
  const areas = cells.filter(cell => cell.kind === 'node' && cell.level === 1)
  const nodes = areas.flatMap(cell => (cell.kind === 'node' ? cell.node : []))
  const tabStop = chosen !== null && nodes.includes(chosen) ? chosen : (nodes[0] ?? null)
  const focus = (node: number) => map.current?.querySelector<HTMLElement>(`[data-node="${node}"]`)?.focus()
  useEffect(() => {
    // The opened area is gone, and the focus with it.
    if (hadFocus.current && map.current !== null)
      map.current.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
    hadFocus.current = false
  }, [map, root])
  return {
    tabStop,
    onKeyDown(event) {
      if (event.key === 'Enter' || event.key === ' ') hadFocus.current = true
      if (event.key === 'Backspace') {
        event.preventDefault()
        hadFocus.current = true
        return onLeave()
      }
      const next = tabStop === null ? null : nextArea(areas, nodes.indexOf(tabStop), event.key)
      const node = next === null ? undefined : nodes[next]
      if (node === undefined) return
      event.preventDefault()
      setChosen(node)
      focus(node)
    },
  }
}

/** Breadcrumbs of the treemap. */
function TreemapPath({
  path,
  onGo,
}: {
  /** Names from the host down; empty: all hosts. */
  path: readonly string[]
  onGo: (path: readonly string[]) => void
}) {
  return (
    <nav
      aria-label="Current folder"
      className="flex min-w-0 flex-wrap items-center gap-x-1 text-xs text-muted"
    >
      {path.length === 0 ? (
        <span className="text-text">All hosts</span>
      ) : (
        <Button variant="link" className="min-h-6 text-xs" onClick={() => onGo([])}>
          All hosts
        </Button>
      )}
      {path.map((name, at) => {
        const last = at === path.length - 1
        const label = decodeAddress(name)
        return (
          <span key={path.slice(0, at + 1).join('/')} className="flex min-w-0 items-center gap-x-1">
            <span aria-hidden>/</span>
            {last ? (
              <span aria-current="true" className="truncate text-text">
                <bdi>{label}</bdi>
              </span>
            ) : (
              <Button
                variant="link"
                className="min-h-6 max-w-40 min-w-0 shrink text-xs"
                onClick={() => onGo(path.slice(0, at + 1))}
              >
                <bdi className="truncate">{label}</bdi>
              </Button>
            )}
          </span>
        )
      })}
    </nav>
  )
}

const labelWidthMin = 36
const labelHeightMin = 15
const strongest = 46
const cellStyle =
  'absolute overflow-hidden border border-line text-left text-xs text-text -outline-offset-2 hover:outline-2 hover:-outline-offset-2 hover:outline-accent-text'

/** The pieces of a treemap, nested ones above their parents; the outermost are buttons with one tab stop. */
const TreemapCells = memo(function TreemapCells({
  cells,
  tree,
  heat,
  tabStop,
}: {
  cells: readonly TreemapCell[]
  tree: SiteTree
  /** 0 to 1 by node. */
  heat: Float64Array
  /** Node with the tab stop; null: none. */
  tabStop: number | null
}) {
  return cells.map(cell => {
    const name = cell.kind === 'node' ? tree.label(cell.node) : `${formatCount(cell.nodes)} more`
    const style = {
      left: cell.x,
      top: cell.y,
      width: cell.width,
      height: cell.height,
      background: toGround(cell.kind === 'node' ? heat[cell.node] : Number.NaN),
    }
    const shared = { 'data-tip': `${name} · ${formatCount(cell.count)}`, className: cellStyle, style }
    const labelled = cell.width >= labelWidthMin && cell.height >= labelHeightMin
    const label = labelled && (
      <span className="block truncate px-1 leading-4">
        {name} <span className="opacity-80">{formatCount(cell.count)}</span>
      </span>
    )
    if (cell.kind === 'more') {
      return (
        <div key={`more-${cell.parent}`} aria-hidden {...shared}>
          {label}
        </div>
      )
    }
    return cell.level === 1 ? (
      <button
        key={cell.node}
        type="button"
        data-node={cell.node}
        aria-label={`${name}, ${formatCountOf(cell.count, 'link')}`}
        tabIndex={cell.node === tabStop ? 0 : -1}
        {...shared}
      >
        {labelled && <span className="absolute inset-x-0 top-0">{label}</span>}
      </button>
    ) : (
      <div key={cell.node} aria-hidden data-node={cell.node} {...shared}>
        {label}
      </div>
    )
  })
})

function toGround(heat: number | undefined): string {
  const share = heat === undefined || Number.isNaN(heat) ? 0 : Math.round(heat * strongest)
  return `color-mix(in oklab, var(--accent) ${share}%, var(--card))`
}
