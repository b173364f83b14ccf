'use client'
import { useEffect } from 'react'

/** Opens what is folded around the field that the address names, and brings it into sight. */
export function OpenTarget() {
  useEffect(() => {
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [])
  return null
}

function show(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : document.getElementById(id)
  if (target === null) return
  for (let above = target.parentElement; above !== null; above = above.parentElement) {
    if (above instanceof HTMLDetailsElement) above.open = true
  }
  const own = target.querySelector(':scope > details')
  if (own instanceof HTMLDetailsElement) own.open = true
  target.scrollIntoView({ block: 'start' })
}
