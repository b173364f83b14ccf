'use client'
import type { Column } from '#lib/client/chat/chat-state.ts'
import { readPath } from '#lib/client/chat/conversation.ts'
import { AnswerView } from './answer-view.tsx'
import { ConversationSums } from './conversation-sums.tsx'
import { QuestionView } from './question-view.tsx'

/** The shown branch of a column, as it was said. Tool messages stand in the card of the call they answer. */
export function Transcript({ column, narrow = false }: { column: Column; narrow?: boolean }) {
  const path = readPath(column.conversation)
  return (
    <div
      className={
        narrow ? 'flex flex-col gap-4 px-3 py-4' : 'flex max-w-[84ch] flex-col gap-4 px-5 py-4.5 max-sm:px-3'
      }
    >
      {/* Keyed by place: another branch takes it over, and the focus stays on the switch. */}
      {path.map(turn => {
        switch (turn.message.role) {
          case 'assistant':
            return <AnswerView key={turn.parentId ?? 'first'} turn={turn} column={column} />
          case 'tool':
            return null
          case 'user':
          case 'system':
          case 'developer':
          case 'function':
            return <QuestionView key={turn.parentId ?? 'first'} turn={turn} />
        }
      })}
      <ConversationSums column={column} path={path} />
    </div>
  )
}
