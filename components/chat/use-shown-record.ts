'use client'
import { useSyncExternalStore } from 'react'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { useChatStore, useRecord } from './chat-context.ts'

/** What Result shows of a run: what is known of it or, during a replay, what was known at that event. */
export function useShownRecord(turn: Turn): AnswerRecord | null {
  const { runs } = useChatStore()
  const record = useRecord(turn)
  const replayed = useSyncExternalStore(
    runs.subscribe,
    () => runs.readReplay(turn.id),
    () => null,
  )
  return replayed ?? record
}
