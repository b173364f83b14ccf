'use client'
import { useModel } from '#components/playground/use-model.ts'
import type { AnswerRecord } from '#lib/client/chat/answer.ts'
import { readFigures } from '#lib/client/chat/figures.ts'
import { formatCost, formatCount, formatMs, formatSpeed } from '#lib/client/format.ts'

/** What an answer took. A dash is unknown, ≈ an estimate. */
export function FiguresLine({ record }: { record: AnswerRecord }) {
  const model = useModel(record.answer.model ?? record.model)
  const figures = readFigures(record, model?.price ?? null)
  const about = figures.tokensEstimated ? '≈ ' : ''
  const parts = [
    `TTFT ${formatMs(figures.firstMs)}`,
    `total ${formatMs(figures.totalMs)}`,
    `${about}${formatCount(figures.promptTokens)} → ${formatCount(figures.completionTokens)} tokens`,
    figures.cachedTokens ? `${formatCount(figures.cachedTokens)} cached` : null,
    figures.tokensPerSecond === null ? null : `${about}${formatSpeed(figures.tokensPerSecond)}`,
    figures.costUsd === null ? null : formatCost(figures.costUsd, figures.costEstimated),
    record.answer.model !== null && record.answer.model !== record.model
      ? `answered by ${record.answer.model}`
      : null,
  ]
  return <p className="min-h-4 text-xs text-muted">{parts.filter(part => part !== null).join(' · ')}</p>
}
