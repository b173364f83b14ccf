'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { readSendable } from '#lib/client/chat/chat-body.ts'
import { readActive } from '#lib/client/chat/chat-state.ts'
import { readPath } from '#lib/client/chat/conversation.ts'
import { useChatState } from './chat-context.ts'
import { ContextMeter } from './context-meter.tsx'
import { TurnCard } from './turn-card.tsx'

// The composer stays in reach: a long conversation shows its end, the rest by a click.
const shownMax = 3

/** The conversation as it is sent. */
export function TurnList() {
  const state = useChatState()
  const column = readActive(state)
  const path = readPath(column.conversation)
  const sent = readSendable(column, state.pending)
  const offset = column.system === null ? 0 : 1
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : Math.max(0, path.length - shownMax)
  if (path.length === 0) return null
  return (
    <section aria-label="Messages" className="flex flex-col gap-2">
      {path.length > shownMax && (
        <Button variant="plain" aria-expanded={all} className="self-start" onClick={() => setAll(!all)}>
          {all
            ? 'Show the last messages only'
            : `Show ${hidden} earlier ${hidden === 1 ? 'message' : 'messages'}`}
        </Button>
      )}
      <ol className="flex flex-col gap-2">
        {path.slice(hidden).map(turn => {
          const index = sent.indexOf(turn)
          return (
            <TurnCard
              key={turn.parentId ?? 'first'}
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
