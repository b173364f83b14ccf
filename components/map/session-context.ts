'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import type { KeptSession } from '#lib/client/kept-session.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { createMapSession } from '#lib/client/map/map-session.ts'
import type { MapStore } from '#lib/client/map/map-store.ts'

export const SessionContext = createContext<KeptSession | null>(null)

export function useMapSession(): KeptSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(store: MapStore): KeptSession {
  const [session] = useState(() => createMapSession({ store, history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
