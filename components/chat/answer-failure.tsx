'use client'
import { useContext } from 'react'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { ModelDownload } from '#components/playground/model-download.tsx'
import { GoToFieldContext } from '#components/playground/go-to-field-context.ts'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import type { Column } from '#lib/client/chat/chat-state.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { pageLeft } from '#lib/client/page-left.ts'
import type { Run } from '#lib/client/run.ts'
import { useChatStore } from './chat-context.ts'

/** Why an answer is not whole, below what came of it. */
export function AnswerFailure({
  turn,
  column,
  record,
}: {
  turn: Turn
  column: Column
  record: AnswerRecord
}) {
  const store = useChatStore()
  const goToField = useContext(GoToFieldContext)
  if (record.state !== 'failed' && record.state !== 'interrupted') return null
  return (
    <>
      <ErrorCard
        run={toRun(turn.id, record)}
        onRetry={() => store.runAfter(column.id, turn.parentId)}
        onGoToField={goToField}
      />
      <ModelDownload model={record.model} />
    </>
  )
}

/** What the card reads of a run, from what is kept of it: a reload forgets the rest. */
function toRun(id: string, record: AnswerRecord): Run {
  const { state, failure, requestId, startedAt, firstMs, totalMs } = record
  const status = failure?.kind === 'api' ? failure.status : 200
  return {
    id,
    state,
    request: { method: 'POST', path: '', body: '' },
    response: { status, headers: requestId === null ? {} : { 'x-request-id': requestId }, body: null },
    events: [],
    timing: { startedAt, firstMs, totalMs },
    failure: failure ?? pageLeft,
  }
}
