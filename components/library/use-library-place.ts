'use client'
import { useSearchParams } from 'next/navigation'
import { type LibraryPlace, readPlace, writePlace } from './model/library-place.ts'

/** The filters in the URL; `step` adds a history entry. */
export function useLibraryPlace(): readonly [
  LibraryPlace,
  (change: Partial<LibraryPlace>, options?: { readonly step: boolean }) => void,
] {
  const place = readPlace(useSearchParams())
  const go = (change: Partial<LibraryPlace>, { step } = { step: false }) => {
    // Next.js syncs with the History API on its own.
    const address = `${location.pathname}${writePlace({ ...place, ...change })}`
    if (step) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  }
  return [place, go]
}
