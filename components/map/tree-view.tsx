'use client'
import { type KeyboardEvent, type MouseEvent, useContext, useMemo, useRef, useState } from 'react'
import { setOpen } from '#lib/client/map/expansion.ts'
import { findRow } from '#lib/client/map/find-row.ts'
import { choiceOf, selectionWithin, selectShown, toggleBelow } from '#lib/client/map/selection.ts'
import { visibleRows } from '#lib/client/map/visible-rows.ts'
import { useMapState, useMapStore, useMatches } from './map-context.ts'
import { openSiblings } from './open-siblings.ts'
import { ReadingContext } from './reading-context.ts'
import { toTreeAct, type TreeAct } from './tree-key.ts'
import { TreeRow } from './tree-row.tsx'
import { useTypeAhead } from './use-type-ahead.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { visit } from './visit.ts'

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
  const shown = useVirtualRows(scroller, { count: rows.length, keyAt: rows.node, placeOf: rows.indexOf }, at)
  const typeAhead = useTypeAhead()

  const go = (node: number) => {
    setActive(tree.path(node))
    shown.focus(node)
  }
  const expand = (change: typeof expansion) =>
    store.update(state => ({ ...state, view: { ...state.view, [side]: change } }))
  const act = (wanted: TreeAct) => {
    switch (wanted.kind) {
      case 'go':
        return go(rows.node(wanted.place))
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
    const wanted = toTreeAct({ key: event.key, mod, shift: event.shiftKey }, at, rows, tree)
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
              placeInSet={row.posInSet}
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
      {rows.length === 0 && <p className="px-4 py-3 text-muted">No link fits the filter.</p>}
    </div>
  )
}

/** The row has the keyboard, not the address within it. */
function keepFocusOnRow(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault()
}
