'use client'
import { readSendable } from '#lib/client/chat/chat-body.ts'
import { readActive } from '#lib/client/chat/chat-state.ts'
import { readPath } from '#lib/client/chat/conversation.ts'
import { useChatState } from './chat-context.ts'
import { ContextMeter } from './context-meter.tsx'
import { TurnCard } from './turn-card.tsx'

/** The conversation as it is sent. */
export function TurnList() {
  const state = useChatState()
  const column = readActive(state)
  const path = readPath(column.conversation)
  const sent = readSendable(column, state.pending)
  const offset = column.system === null ? 0 : 1
  if (path.length === 0) return null
  return (
    <section aria-label="Messages" className="flex flex-col gap-2">
      <ol className="flex flex-col gap-2">
        {path.map(turn => {
          const index = sent.indexOf(turn)
          return (
            <TurnCard
              key={turn.id}
              turn={turn}
              column={column}
              field={index === -1 ? null : `messages.${index + offset}`}
            />
          )
        })}
      </ol>
      <ContextMeter />
    </section>
  )
}
