'use client'
import { useSyncExternalStore } from 'react'

const query = '(pointer: coarse)'

/** How high a row is: where a finger points it has to be hit. */
export function useRowPixels(): number {
  const coarse = useSyncExternalStore(
    listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
  return coarse ? 40 : 28
}
