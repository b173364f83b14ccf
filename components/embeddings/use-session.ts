'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { createSession, type ViewerSession } from './state/session.ts'
import type { Viewer } from './state/viewer.ts'

export const SessionContext = createContext<ViewerSession | null>(null)

export function useSession(): ViewerSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(viewer: Viewer): ViewerSession {
  const [session] = useState(() => createSession({ viewer, history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
