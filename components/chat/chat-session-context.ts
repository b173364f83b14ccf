'use client'
import { createContext, useContext, useState } from 'react'
import { tabStorage } from '#components/playground/tab-storage.ts'
import { useTabSession } from '#components/playground/use-tab-session.ts'
import type { ChatSession } from '#lib/client/chat/chat-session.ts'
import { createChatSession } from '#lib/client/chat/chat-session.ts'
import type { ChatStore } from '#lib/client/chat/chat-store.ts'
import { newId } from '#lib/client/new-id.ts'
import { loadHistory } from '#lib/client/load-history.ts'

export const SessionContext = createContext<ChatSession | null>(null)

export function useChatSession(): ChatSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session is only known within its playground.')
  return session
}

export function useOpenSession(store: ChatStore): ChatSession {
  const [session] = useState(() =>
    createChatSession({ store, history: loadHistory, storage: tabStorage, newId }),
  )
  useTabSession(session)
  return session
}
