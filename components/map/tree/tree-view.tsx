'use client'

import { type KeyboardEvent, type MouseEvent, useContext, useMemo, useRef, useState, memo } from 'react'
import { keepFocusOnRow } from '#components/map/keep-focus-on-row.ts'
import { setOpen, openSiblings } from '#components/map/model/tree/expansion.ts'
import { findRow } from '#components/map/model/tree/find-row.ts'
import {
  choiceOf,
  selectionWithin,
  selectShown,
  toggleBelow,
  type Choice,
} from '#components/map/model/selection.ts'
import { visibleRows } from '#components/map/model/tree/visible-rows.ts'
import { useMapState, useMapStore, useMatches } from '#components/map/map-context.ts'
import { ReadingContext } from '#components/map/reading-context.ts'
import { toTreeAction, type TreeAction } from './tree-key.ts'
import { useVirtualRows } from '#components/map/use-virtual-rows.ts'
import { visit } from '#components/map/visit.ts'
import { ChevronRight } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { formatCount } from '#lib/client/format.ts'
import type { MapLink } from '#components/map/model/map-link.ts'
import { toPlainTitle } from '#lib/client/plain-title.ts'
import { LinkCells } from '#components/map/link-cells.tsx'
import { linkColumns, rowStyle } from '#components/map/link-columns.ts'
import { MarkBox } from './mark-box.tsx'

/** The site by host and folder. */
export function TreeView() {
  const store = useMapStore()
  const { found, view, selection } = useMapState()
  const { site } = found
  const { tree, links } = site
  const matches = useMatches()
  const reading = useContext(ReadingContext)
  const side = matches === null ? 'expansion' : 'filteredExpansion'
  const expansion = view[side]
  const [active, setActive] = useState<readonly string[]>([])
  const rows = useMemo(
    () => visibleRows(tree, expansion, matches?.nodeCounts ?? null),
    [tree, expansion, matches],
  )
  const chosen = useMemo(() => selectionWithin(selection, tree, matches), [selection, tree, matches])
  const at = Math.max(0, rows.indexOf(tree.find(active)))
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useVirtualRows(scroller, { count: rows.length, keyAt: rows.node, indexOf: rows.indexOf }, at)
  const typeAhead = useTypeAhead()

  const go = (node: number) => {
    setActive(tree.path(node))
    shown.focus(node)
  }
  const expand = (change: typeof expansion) =>
    store.update(state => ({ ...state, view: { ...state.view, [side]: change } }))
  const act = (wanted: TreeAction) => {
    switch (wanted.kind) {
      case 'go':
        return go(rows.node(wanted.index))
      case 'fold':
        return expand(setOpen(expansion, tree, wanted.node, wanted.open))
      case 'open-siblings':
        return expand(openSiblings(expansion, tree, wanted.node))
      case 'mark':
        return store.update(state => ({
          ...state,
          selection: toggleBelow(state.selection, tree, wanted.node, matches),
        }))
      case 'mark-all':
        return store.update(state => ({ ...state, selection: selectShown(tree, matches) }))
      case 'read':
        return reading.open(links[tree.link(wanted.node)]?.url ?? null)
      case 'visit':
        return visit(links[tree.link(wanted.node)]?.url)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey) return
    const mod = event.metaKey || event.ctrlKey
    const wanted = toTreeAction({ key: event.key, mod, shift: event.shiftKey }, at, rows, tree)
    const typed = wanted === null && !mod ? typeAhead.type(event.key, event.timeStamp) : null
    if (wanted === null && typed === null) return
    event.preventDefault()
    if (wanted !== null) {
      typeAhead.end()
      return act(wanted)
    }
    const found = findRow(rows, tree, typed ?? '', at)
    if (found !== -1) go(rows.node(found))
  }
  const click = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const node = Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)
    if (node === -1) return
    go(node)
    const kind = target?.closest<HTMLElement>('[data-act]')?.dataset['act']
    if (kind === 'mark') return act({ kind, node })
    if (kind === 'fold') return act({ kind, node, open: rows.row(rows.indexOf(node), tree)?.open === false })
    if (kind !== 'read' || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    act({ kind, node })
  }

  return (
    <div ref={scroller} className="scroll min-h-0 flex-1 [overflow-anchor:none]">
      <div
        role="tree"
        aria-label="Pages of the site"
        tabIndex={-1}
        onKeyDown={press}
        onClick={click}
        onMouseDown={keepFocusOnRow}
        onFocus={event => {
          const node = Number(event.target.dataset['row'] ?? -1)
          if (node !== -1) setActive(tree.path(node))
        }}
        className="relative"
        style={{ height: shown.totalPixels }}
      >
        {shown.items.map(({ index, start }) => {
          const row = rows.row(index, tree)
          if (row === null) return null
          const { node } = row
          const link = links[tree.link(node)] ?? null
          return (
            <TreeRow
              key={node}
              node={node}
              label={tree.label(node)}
              level={row.level}
              setSize={row.setSize}
              positionInSet={row.posInSet}
              open={row.open}
              link={link}
              count={matches === null ? tree.count(node) : (matches.nodeCounts[node] ?? 0)}
              choice={choiceOf(chosen, tree, node, matches)}
              reading={link !== null && link.url === reading.url}
              tabStop={index === at}
              top={start}
            />
          )
        })}
      </div>
      {rows.length === 0 && <p className="px-4 py-3 text-muted">No matching links</p>}
    </div>
  )
}

const pauseMs = 700

interface TypeAhead {
  /** Characters typed in quick succession, this key included; null for a key without a character. */
  readonly type: (key: string, atMs: number) => string | null
  /** Another key was pressed: the next character starts a new prefix. */
  readonly end: () => void
}

/** Collects typed characters for type-ahead; a pause starts a new prefix. */
function useTypeAhead(): TypeAhead {
  const typed = useRef({ text: '', atMs: 0 })
  const type = (key: string, atMs: number) => {
    // Page shortcuts still work: `/` focuses the URL, `?` lists the shortcuts.
    if (!/^[\p{L}\p{N}._-]$/u.test(key)) return null
    const { text, atMs: before } = typed.current
    const next = atMs - before > pauseMs ? key : text + key
    typed.current = { text: next, atMs }
    return next
  }
  const end = () => {
    typed.current = { text: '', atMs: 0 }
  }
  return { type, end }
}

const indentPixels = 14
// Deeper folders are not indented further: names need the space, and `aria-level` has the depth.
const indentsMax = 12

interface TreeRowProps {
  node: number
  label: string
  level: number
  setSize: number
  /** From 1. */
  positionInSet: number
  /** Null: no children. */
  open: boolean | null
  /** Null for a folder that is not a page itself. */
  link: MapLink | null
  /** Links at and below it. */
  count: number
  choice: Choice
  /** Shown in the panel. */
  reading: boolean
  tabStop: boolean
  top: number
}

/**
 * A host, folder or page. The click action is in `data-act`: the tree has one listener for all of its rows.
 */
const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, label, level, open, link, count, choice, reading } = props
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-setsize={props.setSize}
      aria-posinset={props.positionInSet}
      {...(open !== null && { 'aria-expanded': open })}
      aria-checked={choice === 'some' ? 'mixed' : choice === 'all'}
      aria-current={reading || undefined}
      data-row={node}
      tabIndex={props.tabStop ? 0 : -1}
      className={classNames(
        linkColumns,
        rowStyle,
        reading && 'bg-sunken',
        choice === 'all' && 'bg-accent-soft',
      )}
      style={{ top: props.top }}
    >
      <span
        className="flex h-full min-w-0 items-center"
        style={{ paddingLeft: Math.min(level - 1, indentsMax) * indentPixels }}
      >
        <span data-act="fold" className="flex h-full w-6 shrink-0 items-center justify-center text-muted">
          {open !== null && <ChevronRight size={14} aria-hidden className={open ? 'rotate-90' : ''} />}
        </span>
        <span data-act="mark" className="flex h-full w-6 shrink-0 items-center justify-center">
          <MarkBox choice={choice} />
        </span>
        {link === null ? (
          <span data-act="fold" className="min-w-0 truncate pl-1 text-muted">
            <bdi>{label}</bdi>
          </span>
        ) : (
          <a
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={-1}
            data-act="read"
            className="min-w-0 shrink truncate pl-1 hover:text-accent-text hover:underline"
          >
            <bdi>{label}</bdi>
          </a>
        )}
        {open !== null && (
          <span className="shrink-0 pl-2 text-xs text-muted">
            {formatCount(count)}
            <span className="sr-only"> {count === 1 ? 'link' : 'links'}</span>
          </span>
        )}
        {link?.title && link.title !== label && (
          <span className="min-w-0 flex-1 basis-0 truncate pl-3 text-xs text-muted">
            <bdi>{toPlainTitle(link.title)}</bdi>
          </span>
        )}
      </span>
      {link !== null && <LinkCells link={link} />}
    </div>
  )
})
