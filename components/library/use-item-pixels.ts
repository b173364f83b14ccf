'use client'
import { useMediaQuery } from '#components/ui/use-media-query.ts'

/** How high a row is: on a phone it is a card of three lines. */
export function useItemPixels(): number {
  return useMediaQuery('(max-width: 639px)') ? 76 : 44
}
