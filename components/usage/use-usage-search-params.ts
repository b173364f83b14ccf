'use client'
import { useSearchParams } from 'next/navigation'
import {
  readUsageSearchParams,
  type UsageSearchParams,
  writeUsageSearchParams,
} from './model/usage-search-params.ts'

/** Updates the filters; any other change resets the table to its first page. */
export type ChangeUsageSearchParams = (change: Partial<UsageSearchParams>) => void

/** The filters in the URL; each change adds a history entry. */
export function useUsageSearchParams(): readonly [UsageSearchParams, ChangeUsageSearchParams] {
  const searchParams = readUsageSearchParams(useSearchParams())
  const go = (change: Partial<UsageSearchParams>) => {
    // Next.js syncs with the History API on its own.
    const address = `${location.pathname}${writeUsageSearchParams({ ...searchParams, page: 1, ...change })}`
    history.pushState(null, '', address)
  }
  return [searchParams, go]
}
