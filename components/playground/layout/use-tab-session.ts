'use client'
import { useEffect } from 'react'
import { takeSearch } from '#components/playground/handoff/take-search.ts'

/** The persisted state of a playground, also for the history. */
export interface TabSession {
  /** Restores what this tab last showed, or opens the given models; persisted from then on. */
  readonly start: (address: {
    readonly models: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  /** Starts something new; the previous state stays in the history. */
  readonly startNew: () => void
  /** Writes immediately. */
  readonly flush: () => void
  readonly close: () => void
}

/** Connects a session to the tab and its URL after hydration. */
export function useTabSession(session: TabSession): void {
  useEffect(() => {
    void session.start({ models: takeModels(), fragment: readFragment() })
    // A second link pasted over this page opens a new session instead of replacing this one.
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

/** Removes `?models=a,b` from the URL, so that a reload restores the edited state. */
function takeModels(): readonly string[] {
  const models = new URLSearchParams(location.search).get('models') ?? ''
  if (models !== '') takeSearch('models')
  return models.split(',').filter(model => model !== '')
}
