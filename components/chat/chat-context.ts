'use client'
import { createContext, useEffect, useSyncExternalStore } from 'react'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import type { AdapterState } from './model/api-format/adapter-loader.ts'
import type { SentFormat } from './model/api-format/api-formats.ts'
import type { AnswerRecord } from './model/answer.ts'
import type { ChatSession } from './model/chat-session.ts'
import type { ChatState } from './model/chat-state.ts'
import type { ChatStore, FileUpload } from './model/chat-store.ts'
import type { Turn } from './model/conversation.ts'
import type { ToolRunsState } from './model/tools/tool-runs.ts'

export const [ChatContext, useChatStore] = createPlaygroundContext<ChatStore>('chat')

export const [SessionContext, useChatSession] = createPlaygroundContext<ChatSession>('session')

/** Number of items in the team’s library; null: unknown. */
export const LibraryItemsContext = createContext<number | null>(null)

export const useChatState = (): ChatState => usePlaygroundState(useChatStore())

/** The adapter of a format, which loads when the format is first used. */
export function useAdapter(format: SentFormat): AdapterState {
  const { adapters } = useChatStore()
  const read = () => adapters.read(format)
  useEffect(() => void adapters.load(format), [adapters, format])
  return useSyncExternalStore(adapters.subscribe, read, read)
}

/** The files that are being read for the pending message. */
export function useUploads(): readonly FileUpload[] {
  const { uploads } = useChatStore()
  return useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read)
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
  const { runs, tools } = useChatStore()
  const isAbout = (id: string) => columnId === undefined || id === columnId
  const answering = useSyncExternalStore(
    runs.subscribe,
    () => runs.readRunning().some(live => isAbout(live.columnId)),
    () => false,
  )
  const calling = useSyncExternalStore(
    tools.subscribe,
    () => tools.read().busy.some(isAbout),
    () => false,
  )
  return answering || calling
}

/** The calls of built-in tools and the rounds that made them. */
export function useToolRuns(): ToolRunsState {
  const { tools } = useChatStore()
  return useSyncExternalStore(tools.subscribe, tools.read, tools.read)
}
