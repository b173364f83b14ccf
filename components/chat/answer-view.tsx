'use client'
import { useState } from 'react'
import { ModelDownload } from '#components/playground/model-download.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import { chosenChoice } from '#lib/client/chat/answer.ts'
import type { Column } from '#lib/client/chat/chat-state.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { readText } from '#lib/client/chat/message-text.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerCheck } from './answer-check.tsx'
import { AnswerFailure } from './answer-failure.tsx'
import { AnswerText } from './answer-text.tsx'
import { useShownRecord } from './use-shown-record.ts'
import { ChoiceTabs } from './choice-tabs.tsx'
import { FiguresLine } from './figures-line.tsx'
import { Reasoning } from './reasoning.tsx'
import { ToolCalls } from './tool-calls.tsx'

/** One answer: reasoning, tool calls, text, what became of it, and its figures. */
export function AnswerView({ turn, column }: { turn: Turn; column: Column }) {
  const record = useShownRecord(turn)
  const [raw, setRaw] = useState(false)
  const text = record ? chosenChoice(record).content : readText(turn.message)
  const refusal = record ? chosenChoice(record).refusal : null
  const running = record?.state === 'running'
  return (
    <article
      aria-label={record ? `Answer of ${record.answer.model ?? record.model}` : 'Assistant'}
      aria-busy={running}
      data-result
      tabIndex={-1}
      className={classNames('flex min-w-0 flex-col gap-3', turn.muted && 'opacity-70')}
    >
      {record && record.answer.choices.length > 1 && (
        <ChoiceTabs column={column} turn={turn} record={record} />
      )}
      {record && <Reasoning record={record} />}
      {running && isSilent(record) && <Waiting record={record} />}
      {text !== '' && <AnswerText text={text} streaming={running} raw={raw} />}
      {refusal && <p className="rounded-md border border-warn px-3 py-2">Refused: {refusal}</p>}
      <ToolCalls turn={turn} column={column} record={record} />
      {record && !running && <AnswerCheck record={record} />}
      {record && <AnswerFailure turn={turn} column={column} record={record} />}
      <footer className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        {/* First, so that they stand still when the answer has ended and its actions appear. */}
        {record && <FiguresLine record={record} />}
        <AnswerActions turn={turn} column={column} record={record} text={text} raw={raw} onRaw={setRaw} />
      </footer>
    </article>
  )
}

function isSilent(record: AnswerRecord): boolean {
  const { content, reasoning, toolCalls } = chosenChoice(record)
  return content === '' && reasoning === '' && toolCalls.length === 0
}

function Waiting({ record }: { record: AnswerRecord }) {
  return (
    <>
      <p className="text-muted">Waiting for {record.model || 'the model'} …</p>
      <ModelDownload model={record.model} />
    </>
  )
}
