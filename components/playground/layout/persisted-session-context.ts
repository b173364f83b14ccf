'use client'
import { createContext, useContext, useState } from 'react'
import type { PersistedSession, PersistedSessionOptions } from './model/persisted-session.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import { tabStorage } from './tab-storage.ts'
import { useTabSession } from './use-tab-session.ts'

/** Common interface of a persisted session, independent of its state. */
type SessionStorageOptions = Pick<PersistedSessionOptions<never>, 'history' | 'storage'>

export const SessionContext = createContext<PersistedSession | null>(null)

export function usePersistedSession(): PersistedSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session context is only available within its playground.')
  return session
}

/** The session of this playground, opened once. */
export function useOpenSession(open: (options: SessionStorageOptions) => PersistedSession): PersistedSession {
  const [session] = useState(() => open({ history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
