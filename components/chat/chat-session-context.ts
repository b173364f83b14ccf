'use client'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ChatSession } from '#lib/client/chat/chat-session.ts'
import { createChatSession } from '#lib/client/chat/chat-session.ts'
import type { ChatStore } from '#lib/client/chat/chat-store.ts'
import { newId } from '#lib/client/chat/new-id.ts'
import { loadHistory } from '#lib/client/load-history.ts'

export const SessionContext = createContext<ChatSession | null>(null)

export function useChatSession(): ChatSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

/** Ties a chat to the tab and its address, once the page has come alive. */
export function useOpenSession(store: ChatStore): ChatSession {
  const [session] = useState(() =>
    createChatSession({ store, history: loadHistory, storage: readStorage, newId }),
  )
  useEffect(() => {
    void session.start({ models: takeModels(), fragment: readFragment() })
    // A second link pasted over this page opens beside this chat, not in it.
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

/** Takes `?models=a,b` out of the address: after that, a reload brings back the columns as they are. */
function takeModels(): readonly string[] {
  const address = new URL(location.href)
  const models = (address.searchParams.get('models') ?? '').split(',').filter(model => model !== '')
  if (models.length === 0) return []
  address.searchParams.delete('models')
  history.replaceState(history.state, '', address)
  return models
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
