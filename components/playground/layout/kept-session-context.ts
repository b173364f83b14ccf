'use client'
import { createContext, useContext, useState } from 'react'
import type { KeptSession, KeptSessionOptions } from './model/kept-session.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import { tabStorage } from './tab-storage.ts'
import { useTabSession } from './use-tab-session.ts'

/** Common interface of a persisted session, independent of its state. */
type Keeping = Pick<KeptSessionOptions<never>, 'history' | 'storage'>

export const SessionContext = createContext<KeptSession | null>(null)

export function useKeptSession(): KeptSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session context is only available within its playground.')
  return session
}

/** The session of this playground, opened once. */
export function useOpenSession(open: (keeping: Keeping) => KeptSession): KeptSession {
  const [session] = useState(() => open({ history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
