'use client'
import { useSearchParams } from 'next/navigation'
import { readUsagePlace, type UsagePlace, writeUsagePlace } from './model/usage-place.ts'

/** Changes what is looked at; what is not of the page of a table leads to its first page. */
export type ChangeUsagePlace = (change: Partial<UsagePlace>) => void

/** What is looked at, out of the address; the way back leads to what was there before. */
export function useUsagePlace(): readonly [UsagePlace, ChangeUsagePlace] {
  const place = readUsagePlace(useSearchParams())
  const go = (change: Partial<UsagePlace>) => {
    // Next follows the browser's history by itself.
    const address = `${location.pathname}${writeUsagePlace({ ...place, page: 1, ...change })}`
    history.pushState(null, '', address)
  }
  return [place, go]
}
