'use client'
import { useEffect } from 'react'
import { decodeAddress } from '#lib/client/web-address.ts'

/** Expands the sections around the field in the URL fragment and scrolls to it. */
export function OpenTarget() {
  useEffect(() => {
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [])
  return null
}

function show(): void {
  const id = decodeAddress(location.hash.slice(1))
  const target = id === '' ? null : document.getElementById(id)
  if (target === null) return
  for (let above = target.parentElement; above !== null; above = above.parentElement) {
    if (above instanceof HTMLDetailsElement) above.open = true
  }
  const own = target.querySelector(':scope > details')
  if (own instanceof HTMLDetailsElement) own.open = true
  target.scrollIntoView({ block: 'start' })
}
