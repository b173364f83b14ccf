'use client'
import { useMemo } from 'react'
import { formatCost, formatCount, formatShare } from '#lib/client/format.ts'
import type { Draft } from '#lib/client/draft.ts'
import { estimateCostUsd, estimateDraft } from '#lib/client/estimate.ts'
import type { Run } from '#lib/client/run.ts'
import { takesModel } from '#lib/client/takes-model.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { observedRatio } from './observed-ratio.ts'
import { useModel } from './use-model.ts'

/** What the requests will weigh, always with ≈; over the window it warns and does not block. */
export function Preflight({
  contract,
  requests,
  lastRun,
}: {
  contract: ContractInfo
  requests: readonly Draft[]
  lastRun: Run | null
}) {
  const [draft] = requests
  const modelId = typeof draft?.body['model'] === 'string' ? draft.body['model'] : null
  const model = useModel(modelId)
  const ratio = observedRatio(modelId, lastRun)
  const estimate = useMemo(() => {
    const each = requests.map(request => estimateDraft(request, ratio ?? undefined))
    return {
      tokens: each.reduce((sum, { tokens }) => sum + tokens, 0),
      images: each.reduce((sum, { images }) => sum + images, 0),
      longestTokens: Math.max(0, ...each.map(({ longestTokens }) => longestTokens)),
    }
  }, [requests, ratio])
  const window = model?.context_window
  const share = window ? estimate.longestTokens / window : null
  const answerMax = draft?.body['max_completion_tokens'] ?? draft?.body['max_tokens']
  const cost = model?.price
    ? estimateCostUsd(estimate, model.price, typeof answerMax === 'number' ? answerMax : null).promptUsd
    : null
  const alone = estimate.longestTokens < estimate.tokens ? 'longest text ' : ''
  const parts = [
    requests.length > 1 && `${formatCount(requests.length)} requests`,
    takesModel(contract) && `≈ ${formatCount(estimate.tokens)} tokens`,
    estimate.images > 0 && `${estimate.images} ${estimate.images === 1 ? 'image' : 'images'}`,
    cost !== null && formatCost(cost, true),
    share !== null && share <= 1 && `${alone}${formatShare(share)} of the window`,
  ]
  return (
    <span className="line-clamp-2 min-w-0 flex-1 leading-4 max-sm:order-last max-sm:basis-full">
      {parts.filter(Boolean).join(' · ')}
      {share !== null && share > 1 && window !== undefined && (
        <span className="text-warn">
          {' '}
          · {alone}more than the window of {formatCount(window)}
        </span>
      )}
    </span>
  )
}
