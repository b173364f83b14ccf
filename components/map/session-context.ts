'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { createMapSession, type MapSession } from '#lib/client/map/map-session.ts'
import type { MapStore } from '#lib/client/map/map-store.ts'

export const SessionContext = createContext<MapSession | null>(null)

export function useMapSession(): MapSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(store: MapStore): MapSession {
  const [session] = useState(() => createMapSession({ store, history: loadHistory, storage: tabStorage }))
  useTabSession(session)
  return session
}
