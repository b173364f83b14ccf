'use client'
import { Button } from '#components/ui/button.tsx'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import { chosenChoice } from '#lib/client/chat/answer.ts'
import type { Column } from '#lib/client/chat/chat-state.ts'
import { readPath, type Turn } from '#lib/client/chat/conversation.ts'
import { readText } from '#lib/client/chat/message-text.ts'
import { countRounds, toAnswerKey } from '#lib/client/chat/tool-answers.ts'
import { useChatState, useChatStore } from './chat-context.ts'
import { ToolCallCard } from './tool-call-card.tsx'

/** The tools that an answer asks for. They are answered by hand or by a saved mock; the console never runs one. */
export function ToolCalls({
  turn,
  column,
  record,
}: {
  turn: Turn
  column: Column
  record: AnswerRecord | null
}) {
  const store = useChatStore()
  const { toolAnswers } = useChatState()
  const written = turn.message.role === 'assistant' ? (turn.message.tool_calls ?? []) : []
  const calls = record ? chosenChoice(record).toolCalls : written
  if (calls.length === 0) return null
  const path = readPath(column.conversation)
  const later = path.slice(path.findIndex(({ id }) => id === turn.id) + 1)
  // Only what follows at once: some models give the calls of two rounds the same ids.
  const end = later.findIndex(({ message }) => message.role !== 'tool')
  const replies = end === -1 ? later : later.slice(0, end)
  const sent = replies.flatMap(({ message }) => (message.role === 'tool' ? [message] : []))
  const open = record?.state !== 'running' && later.length === 0
  const answers = calls.map((call, index) => ({
    callId: call.id,
    content: toolAnswers[toAnswerKey(turn.id, index)] ?? '',
  }))
  const missing = answers.filter(({ content }) => content === '').length

  return (
    <div className="flex flex-col gap-3">
      {calls.map((call, index) => {
        const answer = sent.find(message => message.tool_call_id === call.id)
        return (
          <ToolCallCard
            key={`${index}-${call.id}`}
            call={call}
            answerKey={toAnswerKey(turn.id, index)}
            answered={answer ? readText(answer) : null}
            open={open}
          />
        )
      })}
      {open && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="go"
            disabled={missing > 0}
            focusableWhenDisabled
            onClick={() => store.sendToolAnswers(column.id, turn.id, answers)}
          >
            Continue
          </Button>
          <span className="text-xs text-muted">
            {missing > 0
              ? `${missing} of ${calls.length} ${calls.length === 1 ? 'call' : 'calls'} still to answer`
              : `sends ${calls.length === 1 ? 'the answer' : `${calls.length} answers`}`}
            {` · round ${Math.max(1, countRounds(path, turn.id))}`}
          </span>
        </div>
      )}
    </div>
  )
}
