'use client'
import { createContext, useContext, useEffect, useState } from 'react'
import { takeSearch } from '#components/playground/take-search.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { createSession, type ViewerSession } from './state/session.ts'
import type { Viewer } from './state/viewer.ts'

export const SessionContext = createContext<ViewerSession | null>(null)

export function useSession(): ViewerSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

/** Ties the viewer to the tab and its address, once the page has come alive. */
export function useOpenSession(viewer: Viewer): ViewerSession {
  const [session] = useState(() => createSession({ viewer, history: loadHistory, storage: readStorage }))
  useEffect(() => {
    const models = new URLSearchParams(location.search).get('models')?.split(',') ?? []
    takeSearch('models')
    const fragment = location.hash.startsWith('#v1.') ? location.hash : ''
    void session.start({ fragment, models: models.filter(model => model !== '') })
    window.addEventListener('pagehide', session.flush)
    return () => {
      window.removeEventListener('pagehide', session.flush)
      session.close()
    }
  }, [session])
  return session
}

function readStorage(): Storage | null {
  try {
    return sessionStorage
  } catch (error) {
    // Storage can be switched off altogether: then a reload starts over.
    if (error instanceof DOMException) return null
    throw error
  }
}
