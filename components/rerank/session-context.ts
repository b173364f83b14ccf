'use client'
import { createContext, useContext, useEffect, useState } from 'react'
import { takeSearch } from '#components/playground/take-search.ts'
import { createBoardSession, type BoardSession } from '#lib/client/rerank/board-session.ts'
import type { BoardStore } from '#lib/client/rerank/board-store.ts'
import { loadHistory } from '#lib/client/load-history.ts'

export const SessionContext = createContext<BoardSession | null>(null)

export function useBoardSession(): BoardSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

/** Ties a board to the tab and its address, once the page has come alive. */
export function useOpenSession(store: BoardStore): BoardSession {
  const [session] = useState(() => createBoardSession({ store, history: loadHistory, storage: readStorage }))
  useEffect(() => {
    void session.start({ models: takeModels(), fragment: readFragment() })
    // A second link pasted over this page opens beside this board, not in it.
    const onHashChange = () => {
      if (readFragment() !== '') session.startNew()
    }
    window.addEventListener('hashchange', onHashChange)
    window.addEventListener('pagehide', session.flush)
    return () => {
      window.removeEventListener('hashchange', onHashChange)
      window.removeEventListener('pagehide', session.flush)
      session.close()
    }
  }, [session])
  return session
}

function readFragment(): string {
  return location.hash.startsWith('#v1.') ? location.hash : ''
}

/** Takes `?models=a,b` out of the address: after that, a reload brings back the board as it is. */
function takeModels(): readonly string[] {
  const models = new URLSearchParams(location.search).get('models') ?? ''
  if (models !== '') takeSearch('models')
  return models.split(',').filter(model => model !== '')
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
