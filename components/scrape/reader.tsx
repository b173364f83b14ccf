'use client'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { stateOfRow } from '#lib/client/scrape/scrape-row.ts'
import { PageReader } from './page-reader.tsx'
import { RowOutcome } from './row-outcome.tsx'

/** One row in full: its page, or why there is none. */
export function Reader({ row, place, alone }: { row: ScrapeRow; place: number; alone: boolean }) {
  const state = stateOfRow(row)
  if (row.run !== null && (state === 'done' || state === 'warning'))
    // Another page begins at its top, and with nothing of the former one chosen.
    return <PageReader key={`${place} ${row.address}`} row={row} run={row.run} place={place} />
  return <RowOutcome row={row} place={place} alone={alone} />
}
