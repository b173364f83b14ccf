'use client'
import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { MapLink } from '#lib/client/map/map-link.ts'
import { toPlainTitle } from '#lib/client/scrape/plain-title.ts'
import { LinkCells } from './link-cells.tsx'
import { listColumns, rowStyle } from './link-columns.ts'
import { MarkBox } from './mark-box.tsx'

/** A link with all that is known of it. Space selects it, Enter reads it. */
export const ListRow = memo(function ListRow({
  link,
  label,
  number,
  index,
  top,
  selected,
  reading,
  tabStop,
}: {
  link: MapLink
  /** Its address, as people read it. */
  label: string
  /** Its number in the map. */
  number: number
  /** Its row, from 0. */
  index: number
  top: number
  selected: boolean
  /** Shown in the panel. */
  reading: boolean
  tabStop: boolean
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={reading || undefined}
      data-result
      data-row={number}
      tabIndex={tabStop ? 0 : -1}
      className={classNames(listColumns, rowStyle, reading && 'bg-sunken', selected && 'bg-accent/12')}
      style={{ top }}
    >
      <span
        role="gridcell"
        aria-label={selected ? 'selected' : 'not selected'}
        data-act="mark"
        className="flex h-full w-6 items-center justify-center"
      >
        <MarkBox choice={selected ? 'all' : 'none'} />
      </span>
      <span role="gridcell" className="flex min-w-0 items-baseline">
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          data-act="read"
          className="min-w-0 truncate hover:text-accent hover:underline"
        >
          <bdi>{label}</bdi>
        </a>
        {link.title !== null && (
          <span className="min-w-0 flex-1 basis-0 truncate pl-3 text-xs text-muted">
            <bdi>{toPlainTitle(link.title)}</bdi>
          </span>
        )}
      </span>
      <LinkCells link={link} role="gridcell" />
    </div>
  )
})
