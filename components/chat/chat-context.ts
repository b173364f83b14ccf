'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AnswerRecord } from './model/answer.ts'
import type { ChatState } from './model/chat-state.ts'
import type { ChatStore } from './model/chat-store.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Turn } from './model/conversation.ts'

export const ChatContext = createContext<ChatStore | null>(null)

export function useChatStore(): ChatStore {
  const store = useContext(ChatContext)
  if (!store) throw new Error('The chat context is only available within its playground.')
  return store
}

export const ContractContext = createContext<ContractInfo | null>(null)

export function useChatContract(): ContractInfo {
  const contract = useContext(ContractContext)
  if (!contract) throw new Error('The contract context is only available within its playground.')
  return contract
}

export function useChatState(): ChatState {
  const store = useChatStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

/** State of the run behind a turn, updated every frame while it runs. */
export function useRecord(turn: Turn): AnswerRecord | null {
  const { runs } = useChatStore()
  const live = useSyncExternalStore(
    runs.subscribe,
    () => runs.readTurn(turn.id)?.record ?? null,
    () => null,
  )
  return live ?? turn.answer
}

/** Whether a column, or any column, is running. */
export function useRunning(columnId?: string): boolean {
  const { runs } = useChatStore()
  const read = () => runs.readRunning().some(live => columnId === undefined || live.columnId === columnId)
  return useSyncExternalStore(runs.subscribe, read, () => false)
}
