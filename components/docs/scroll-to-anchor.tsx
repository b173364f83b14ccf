'use client'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { decodeAddress } from '#lib/client/web-address.ts'

const settledMs = 2_000

/**
 * Keeps the heading of the URL in view while the text above it is still being rendered. Stops with the first
 * input of the reader.
 */
export function ScrollToAnchor() {
  const pathname = usePathname()
  useEffect(() => {
    const article = document.querySelector('#main article')
    const heading = document.getElementById(decodeAddress(location.hash.slice(1)))
    if (article === null || heading === null) return
    const observer = new ResizeObserver(() => heading.scrollIntoView({ block: 'start' }))
    observer.observe(article)
    const stopped = new AbortController()
    const stop = () => {
      observer.disconnect()
      stopped.abort()
      clearTimeout(timer)
    }
    const timer = setTimeout(stop, settledMs)
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      window.addEventListener(type, stop, { signal: stopped.signal, passive: true })
    return stop
  }, [pathname])
  return null
}
