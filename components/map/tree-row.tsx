'use client'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { formatCount } from '#lib/client/format.ts'
import type { MapLink } from '#lib/client/map/map-link.ts'
import type { Choice } from '#lib/client/map/selection.ts'
import { toPlainTitle } from '#lib/client/scrape/plain-title.ts'
import { LinkCells } from './link-cells.tsx'
import { linkColumns, rowStyle } from './link-columns.ts'
import { MarkBox } from './mark-box.tsx'

const indentPixels = 14
// Deeper folders stand below each other: the names need the room, and `aria-level` tells the rest.
const indentsMax = 12

export interface TreeRowProps {
  node: number
  label: string
  level: number
  setSize: number
  /** From 1. */
  placeInSet: number
  /** Null: nothing lies below it. */
  open: boolean | null
  /** Null for a folder that is no page itself. */
  link: MapLink | null
  /** Links below and at it. */
  count: number
  choice: Choice
  /** Shown in the panel. */
  reading: boolean
  tabStop: boolean
  top: number
}

/** A host, folder or page. What a click means stands in `data-act`: the tree listens for all of its rows at once. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, label, level, open, link, count, choice, reading } = props
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-setsize={props.setSize}
      aria-posinset={props.placeInSet}
      {...(open !== null && { 'aria-expanded': open })}
      aria-checked={choice === 'some' ? 'mixed' : choice === 'all'}
      aria-current={reading || undefined}
      data-row={node}
      tabIndex={props.tabStop ? 0 : -1}
      className={classNames(
        linkColumns,
        rowStyle,
        reading && 'bg-sunken',
        choice === 'all' && 'bg-accent/12',
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
            className="min-w-0 shrink truncate pl-1 hover:text-accent hover:underline"
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
