'use client'
import { classNames } from '#components/ui/class-names.ts'
import { decodeAddress } from '#lib/client/map/decode-address.ts'
import type { DiffRow } from '#lib/client/map/diff-maps.ts'
import { diffColumns, rowStyle } from './link-columns.ts'

const signs = {
  added: { sign: '+', word: 'added', className: 'text-ok' },
  gone: { sign: '−', word: 'gone', className: 'text-bad' },
  moved: { sign: '→', word: 'moved', className: 'text-warn' },
} as const

/** One link that came, went or moved; of a moved one, both addresses. */
export function DiffLine({
  row,
  number,
  index,
  top,
  reading,
  tabStop,
}: {
  row: DiffRow
  number: number
  /** From 0. */
  index: number
  top: number
  /** Shown in the panel. */
  reading: boolean
  tabStop: boolean
}) {
  const { sign, word, className } = signs[row.kind]
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={reading || undefined}
      data-result
      data-row={number}
      tabIndex={tabStop ? 0 : -1}
      className={classNames(diffColumns, rowStyle, reading && 'bg-sunken')}
      style={{ top }}
    >
      <span role="gridcell" className={`text-xs whitespace-nowrap ${className}`}>
        <span aria-hidden>{sign} </span>
        {word}
      </span>
      <span role="gridcell" className="flex min-w-0 items-baseline gap-2">
        {row.kind === 'moved' && (
          <span className="min-w-0 truncate text-muted line-through">
            <bdi>{decodeAddress(row.from.url)}</bdi>
          </span>
        )}
        <a
          href={row.link.url}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          data-act="read"
          className="min-w-0 shrink-0 max-w-full truncate hover:text-accent hover:underline"
        >
          <bdi>{decodeAddress(row.link.url)}</bdi>
        </a>
      </span>
    </div>
  )
}
