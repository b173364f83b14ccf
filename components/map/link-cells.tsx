'use client'

import type { MapLink } from './model/map-link.ts'
import { heatOf } from './tree/node-heat.ts'
import { SourceBadge } from './source-badge.tsx'
import type { ReactNode } from 'react'

const unknown = <span aria-hidden>–</span>

const openedAt = Date.now()

/** Source, last change and depth of a link. */
export function LinkCells({ link, role }: { link: MapLink; role?: 'gridcell' }) {
  const { source, lastmod, depth } = link
  return (
    <>
      <span role={role} className="flex @max-[18rem]:hidden">
        <SourceBadge source={source} />
      </span>
      <span role={role} className="truncate text-xs text-muted @max-[30rem]:hidden">
        {lastmod === null ? (
          unknown
        ) : (
          <Heat value={heatOf(link, 'age', openedAt)} tip={lastmod}>
            {toDay(lastmod)}
          </Heat>
        )}
      </span>
      <span role={role} className="text-right text-xs text-muted @max-[30rem]:hidden">
        {depth === null ? (
          unknown
        ) : (
          <Heat value={heatOf(link, 'depth', openedAt)}>
            <span className="sr-only">depth </span>
            {depth}
          </Heat>
        )}
      </span>
    </>
  )
}

/** The day of a date in any format; other values unchanged. */
function toDay(lastmod: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(lastmod)?.[0] ?? lastmod
}

/** A number on a background that is warmer for higher values; the number alone carries the meaning. */
function Heat({
  value,
  tip,
  children,
}: {
  /** 0 to 1; null when unknown. */
  value: number | null
  tip?: string | undefined
  children: ReactNode
}) {
  const share = value === null ? 0 : Math.round(Math.min(Math.max(value, 0), 1) * 34)
  return (
    <span
      data-tip={tip}
      className="inline-block rounded-sm px-1"
      style={{ background: `color-mix(in oklab, var(--accent) ${share}%, transparent)` }}
    >
      {children}
    </span>
  )
}
