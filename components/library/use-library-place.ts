'use client'
import { useSearchParams } from 'next/navigation'
import { type LibraryPlace, readPlace, writePlace } from './model/library-place.ts'

/** What is looked at, out of the address; `step`: the way back leads to what was there before. */
export function useLibraryPlace(): readonly [
  LibraryPlace,
  (change: Partial<LibraryPlace>, options?: { readonly step: boolean }) => void,
] {
  const place = readPlace(useSearchParams())
  const go = (change: Partial<LibraryPlace>, { step } = { step: false }) => {
    // Next follows the browser's history by itself.
    const address = `${location.pathname}${writePlace({ ...place, ...change })}`
    if (step) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  }
  return [place, go]
}
