'use client'
import { useSyncExternalStore } from 'react'

/** What follows the # of the address: it never reached a server. Null until the page has come alive. */
export function useFragment(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
