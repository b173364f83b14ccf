'use client'
import { useSyncExternalStore } from 'react'

/** Whether the window fits a media query; false on the server. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
