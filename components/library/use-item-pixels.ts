'use client'
import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

/** How high a row is: on a phone it is a card of three lines. */
export function useItemPixels(): number {
  const narrow = useSyncExternalStore(
    listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
  return narrow ? 76 : 44
}
