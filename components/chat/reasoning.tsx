'use client'
import { chosenChoice, type AnswerRecord } from '#lib/client/chat/answer.ts'
import { formatMs } from '#lib/client/format.ts'
import { readReasoningMs } from '#lib/client/chat/phases.ts'

/** What the model thought before it answered, folded, with the time it took. */
export function Reasoning({ record }: { record: AnswerRecord }) {
  const { reasoning } = chosenChoice(record)
  if (reasoning === '') return null
  const tookMs = readReasoningMs(record)
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-muted">
        {tookMs === null ? 'Reasoning …' : `Reasoned for ${formatMs(tookMs)}`}
      </summary>
      <p className="border-t border-line px-3 py-2 break-words whitespace-pre-wrap text-muted">{reasoning}</p>
    </details>
  )
}
