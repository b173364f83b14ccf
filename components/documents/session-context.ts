'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import { createDocumentsSession, type DocumentsSession } from '#lib/client/documents/documents-session.ts'
import type { DocumentsStore } from '#lib/client/documents/documents-store.ts'
import { loadHistory } from '#lib/client/load-history.ts'

export const SessionContext = createContext<DocumentsSession | null>(null)

export function useDocumentsSession(): DocumentsSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(store: DocumentsStore): DocumentsSession {
  const [session] = useState(() =>
    createDocumentsSession({ store, history: loadHistory, storage: tabStorage }),
  )
  useTabSession(session)
  return session
}
