'use client'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import type { Column } from '#lib/client/chat/chat-state.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { chooseAnswer } from '#lib/client/chat/settle-run.ts'
import { useChatStore } from './chat-context.ts'

/** Which of the `n` answers is shown; the conversation goes on with it. */
export function ChoiceTabs({ column, turn, record }: { column: Column; turn: Turn; record: AnswerRecord }) {
  const store = useChatStore()
  const choices = record.answer.choices.map((_, place) => ({
    value: String(place),
    label: `Answer ${place + 1}`,
  }))
  const choose = (value: string) => {
    if (record.state !== 'running')
      store.update(state => chooseAnswer(state, column.id, turn.id, Number(value)))
  }
  const shared = { label: 'Which answer', choices, value: String(record.chosen), onChange: choose }
  return choices.length <= 4 ? (
    <Segmented {...shared} className="self-start" />
  ) : (
    <Select {...shared} className="w-40" />
  )
}
