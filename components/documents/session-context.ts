'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import { createDocumentsSession } from '#lib/client/documents/documents-session.ts'
import { attachExamples } from '#lib/client/documents/attach-examples.ts'
import type { DocumentsPlace } from './documents-context.ts'
import type { KeptSession } from '#lib/client/kept-session.ts'
import { loadHistory } from '#lib/client/load-history.ts'

export const SessionContext = createContext<KeptSession | null>(null)

export function useDocumentsSession(): KeptSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession({ store, keeper }: DocumentsPlace): KeptSession {
  const [session] = useState(() =>
    createDocumentsSession({
      store,
      history: loadHistory,
      storage: tabStorage,
      attach: files => attachExamples(files, keeper),
    }),
  )
  useTabSession(session)
  return session
}
