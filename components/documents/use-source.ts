'use client'
import { type RefObject, useEffect } from 'react'

/** Lets an element show bytes of this page; their address lives as long as the element shows them. */
export function useSource(
  element: RefObject<HTMLImageElement | HTMLAudioElement | null>,
  file: Blob | null,
): void {
  useEffect(() => {
    if (element.current === null || file === null) return
    const url = URL.createObjectURL(file)
    element.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [element, file])
}
