'use client'
import { useSearchParams } from 'next/navigation'
import {
  type LibrarySearchParams,
  readLibrarySearchParams,
  writeLibrarySearchParams,
} from './model/library-search-params.ts'

/** The filters in the URL; `step` adds a history entry. */
export function useLibrarySearchParams(): readonly [
  LibrarySearchParams,
  (change: Partial<LibrarySearchParams>, options?: { readonly step: boolean }) => void,
] {
  const searchParams = readLibrarySearchParams(useSearchParams())
  const go = (change: Partial<LibrarySearchParams>, { step } = { step: false }) => {
    // Next.js syncs with the History API on its own.
    const address = `${location.pathname}${writeLibrarySearchParams({ ...searchParams, ...change })}`
    if (step) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  }
  return [searchParams, go]
}
