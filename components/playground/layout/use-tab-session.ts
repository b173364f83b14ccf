'use client'
import { useEffect } from 'react'
import { takeSearch } from '#components/playground/handoff/take-search.ts'

/** What a playground keeps across reloads, and in the history. */
export interface TabSession {
  /** Brings back what this tab last showed, or opens the given models; from then on it is kept. */
  readonly start: (address: {
    readonly models: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  /** Begins something else; what was there stays in the history. */
  readonly startNew: () => void
  /** Writes now. */
  readonly flush: () => void
  readonly close: () => void
}

/** Ties a session to the tab and its address, once the page has come alive. */
export function useTabSession(session: TabSession): void {
  useEffect(() => {
    void session.start({ models: takeModels(), fragment: readFragment() })
    // A second link pasted over this page opens beside what is here, not in it.
    const onHashChange = () => {
      if (readFragment() !== '') session.startNew()
    }
    window.addEventListener('hashchange', onHashChange)
    window.addEventListener('pagehide', session.flush)
    return () => {
      window.removeEventListener('hashchange', onHashChange)
      window.removeEventListener('pagehide', session.flush)
      session.close()
    }
  }, [session])
}

function readFragment(): string {
  return location.hash.startsWith('#v1.') ? location.hash : ''
}

/** Takes `?models=a,b` out of the address: after that, a reload brings back what was made of it. */
function takeModels(): readonly string[] {
  const models = new URLSearchParams(location.search).get('models') ?? ''
  if (models !== '') takeSearch('models')
  return models.split(',').filter(model => model !== '')
}
