'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** A box and how large it is on the page, in whole pixels; 0 until it is drawn. */
export function useSize<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>
  readonly width: number
  readonly height: number
} {
  const ref = useRef<Element>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}
