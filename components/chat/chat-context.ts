'use client'
import { useSyncExternalStore } from 'react'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import type { AnswerRecord } from './model/answer.ts'
import type { ChatSession } from './model/chat-session.ts'
import type { ChatState } from './model/chat-state.ts'
import type { ChatStore, FileUpload } from './model/chat-store.ts'
import type { Turn } from './model/conversation.ts'
import type { ToolRunsState } from './model/tools/tool-runs.ts'

export const [ChatContext, useChatStore] = createPlaygroundContext<ChatStore>('chat')

export const [SessionContext, useChatSession] = createPlaygroundContext<ChatSession>('session')

export const useChatState = (): ChatState => usePlaygroundState(useChatStore())

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
