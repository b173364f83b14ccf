'use client'
import { useMemo } from 'react'
import { formatCost, formatCount, formatShare } from '#lib/client/chat/format.ts'
import type { Draft } from '#lib/client/draft.ts'
import { estimateCostUsd, estimateDraft } from '#lib/client/estimate.ts'
import type { Run } from '#lib/client/run.ts'
import { observedRatio } from './observed-ratio.ts'
import { useModel } from './use-model.ts'

/** What the request will weigh, always with ≈; over the window it warns and does not block. */
export function Preflight({ draft, lastRun }: { draft: Draft; lastRun: Run | null }) {
  const modelId = typeof draft.body['model'] === 'string' ? draft.body['model'] : null
  const model = useModel(modelId)
  const ratio = observedRatio(draft.contract, modelId, lastRun)
  const estimate = useMemo(() => estimateDraft(draft, ratio ?? undefined), [draft, ratio])
  const window = model?.context_window
  const share = window ? estimate.tokens / window : null
  const answerMax = draft.body['max_completion_tokens'] ?? draft.body['max_tokens']
  const cost = model?.price
    ? estimateCostUsd(estimate, model.price, typeof answerMax === 'number' ? answerMax : null).promptUsd
    : null
  const parts = [
    `≈ ${formatCount(estimate.tokens)} tokens`,
    estimate.images > 0 && `${estimate.images} ${estimate.images === 1 ? 'image' : 'images'}`,
    cost !== null && formatCost(cost, true),
    share !== null && share <= 1 && `${formatShare(share)} of the window`,
  ]
  return (
    <span className="line-clamp-2 min-w-0 flex-1 leading-4 max-sm:order-last max-sm:basis-full">
      {parts.filter(Boolean).join(' · ')}
      {share !== null && share > 1 && window !== undefined && (
        <span className="text-warn"> · more than the window of {formatCount(window)}</span>
      )}
    </span>
  )
}
