'use client'
import { useMediaQuery } from '#components/ui/use-media-query.ts'

/** How high a row is: where a finger points it has to be hit. */
export function useRowPixels(): number {
  return useMediaQuery('(pointer: coarse)') ? 40 : 28
}
