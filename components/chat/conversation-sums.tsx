'use client'
import { useModel } from '#components/playground/use-model.ts'
import type { Column } from '#lib/client/chat/chat-state.ts'
import { readModelId } from '#lib/client/chat/chat-state.ts'
import { isSendable } from '#lib/client/chat/chat-body.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { estimateMessage } from '#lib/client/chat/estimate-message.ts'
import { readFigures, sumFigures } from '#lib/client/chat/figures.ts'
import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'

/** Sums over the shown answers, and what the next turn's context will weigh. */
export function ConversationSums({ column, path }: { column: Column; path: readonly Turn[] }) {
  const price = useModel(readModelId(column))?.price ?? null
  const records = path.flatMap(({ answer }) => (answer && answer.state !== 'running' ? [answer] : []))
  if (records.length === 0) return null
  const sums = sumFigures(records.map(record => readFigures(record, price)))
  const system = column.system === null ? 0 : estimateMessage({ role: 'system', content: column.system })
  const next = path.filter(isSendable).reduce((sum, { message }) => sum + estimateMessage(message), system)
  const cost = price && (next * price.input) / 1_000_000
  return (
    <p className="border-t border-line pt-2 text-xs text-muted">
      {[
        records.length > 1 && `${records.length} answers`,
        records.length > 1 && `${formatMs(sums.totalMs)} in all`,
        records.length > 1 &&
          `${sums.tokensEstimated ? '≈ ' : ''}${formatCount(sums.promptTokens)} → ${formatCount(sums.completionTokens)} tokens`,
        records.length > 1 && sums.costUsd !== null && formatCost(sums.costUsd, sums.costEstimated),
        `next turn’s context ≈ ${formatCount(next)} tokens${cost === null ? '' : `, ${formatCost(cost, true)}`}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
