'use client'
import { useSearchParams } from 'next/navigation'
import { readUsagePlace, type UsagePlace, writeUsagePlace } from './model/usage-place.ts'

/** Updates the filters; any other change resets the table to its first page. */
export type ChangeUsagePlace = (change: Partial<UsagePlace>) => void

/** The filters in the URL; each change adds a history entry. */
export function useUsagePlace(): readonly [UsagePlace, ChangeUsagePlace] {
  const place = readUsagePlace(useSearchParams())
  const go = (change: Partial<UsagePlace>) => {
    // Next.js syncs with the History API on its own.
    const address = `${location.pathname}${writeUsagePlace({ ...place, page: 1, ...change })}`
    history.pushState(null, '', address)
  }
  return [place, go]
}
