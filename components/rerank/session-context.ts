'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import { createBoardSession } from '#lib/client/rerank/board-session.ts'
import type { BoardStore } from '#lib/client/rerank/board-store.ts'
import type { KeptSession } from '#lib/client/kept-session.ts'
import { loadHistory } from '#lib/client/load-history.ts'

export const SessionContext = createContext<KeptSession | null>(null)

export function useBoardSession(): KeptSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(store: BoardStore): KeptSession {
  const [session] = useState(() => createBoardSession({ store, history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
