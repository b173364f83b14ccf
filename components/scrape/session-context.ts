'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { createScrapeSession, type ScrapeSession } from '#lib/client/scrape/scrape-session.ts'
import type { ScrapeStore } from '#lib/client/scrape/scrape-store.ts'

export const SessionContext = createContext<ScrapeSession | null>(null)

export function useScrapeSession(): ScrapeSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(store: ScrapeStore): ScrapeSession {
  const [session] = useState(() => createScrapeSession({ store, history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
