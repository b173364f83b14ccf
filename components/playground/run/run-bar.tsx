'use client'

import { type ReactNode, useMemo } from 'react'
import { Play, Square } from 'lucide-react'
import { useShowShortcut } from '#components/shell/platform-context.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/button/kbd.tsx'
import type { DraftIssue } from '#components/playground/form/model/check-draft.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { formatCost, formatCount, formatShare } from '#lib/client/format.ts'
import {
  estimateCostUsd,
  estimateDraft,
  observedTokensPerByte,
} from '#components/playground/form/model/estimate.ts'
import { takesModel } from '#components/playground/form/model/takes-model.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { readRunUsage } from './model/run-usage.ts'

export interface RunBarProps {
  running: boolean
  /** True after the first run: the button says so. */
  again: boolean
  contract: ContractInfo
  draft: Draft
  issues: readonly DraftIssue[]
  /** Reason that Run is disabled. */
  problem: string | null
  note: ReactNode
  lastRun: Run | null
  /** The model that answers a request, where it is not the `model` of its body. */
  modelOf?: ((request: Draft) => string | null) | undefined
  /** All requests of the next run, when there is more than the draft. */
  requests?: readonly Draft[]
  onRun: () => void
  onSendAnyway: () => void
  onStop: () => void
}

export function RunBar(props: RunBarProps) {
  const { running, again, draft, issues, problem, note, onRun, onSendAnyway, onStop } = props
  const show = useShowShortcut()
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-2 text-xs text-muted max-sm:basis-full">
      {problem === null && issues.length === 0 && (
        <Preflight
          contract={props.contract}
          requests={props.requests ?? [draft]}
          lastRun={props.lastRun}
          modelOf={props.modelOf}
        />
      )}
      {problem !== null && <span className="flex-1 text-bad">Run is disabled: invalid JSON.</span>}
      {problem === null && issues.length > 0 && !running && (
        <>
          <span role="alert" className="basis-full text-bad">
            {issues.length === 1 ? issues[0]?.message : `${issues.length} fields need attention.`}
          </span>
          <Button onClick={onSendAnyway}>Send anyway</Button>
          <span className="flex-1" />
        </>
      )}
      {note}
      <Button
        data-run
        variant={running ? 'line' : 'go'}
        focusableWhenDisabled
        disabled={!running && problem !== null}
        onClick={running ? onStop : onRun}
        className="min-w-32"
      >
        {running ? <Square size={14} aria-hidden /> : <Play size={14} aria-hidden />}
        {running ? 'Stop' : again ? 'Run again' : 'Run'}
        <Kbd className={classNames('max-sm:hidden', !running && 'border-white/32 text-on-accent')}>
          {running ? 'Esc' : show({ key: 'Enter', mod: true })}
        </Kbd>
      </Button>
    </div>
  )
}

/** Estimated size of the requests, always with ≈; over the context window it warns without blocking. */
function Preflight({
  contract,
  requests,
  lastRun,
  modelOf = takesModel(contract) ? sentModelOf : () => null,
}: Pick<RunBarProps, 'contract' | 'lastRun' | 'modelOf'> & { requests: readonly Draft[] }) {
  const [draft] = requests
  const modelId = draft ? sentModelOf(draft) : null
  const named = new Set(requests.map(modelOf).filter(id => id !== null))
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
    // The picker beside it names the model of the body.
    named.size > 1 ? `${named.size} models` : modelOf !== sentModelOf && [...named][0],
    requests.length > 1 && `${formatCount(requests.length)} requests`,
    takesModel(contract) && `≈ ${formatCount(estimate.tokens)} tokens`,
    estimate.images > 0 && `${estimate.images} ${estimate.images === 1 ? 'image' : 'images'}`,
    // The answer may cost more.
    cost !== null && cost > 0 && formatCost(cost, true),
    share !== null && share <= 1 && `${alone}${formatShare(share)} of the context`,
  ]
  return (
    <span className="line-clamp-2 min-w-0 flex-1 leading-4">
      {parts.filter(Boolean).join(' · ')}
      {share !== null && share > 1 && window !== undefined && (
        <span className="text-warn">
          {' '}
          · {alone}exceeds the context window of {formatCount(window)}
        </span>
      )}
    </span>
  )
}

function sentModelOf({ body: { model } }: Draft): string | null {
  return typeof model === 'string' ? model : null
}

const ratios = new Map<string, number>()
const seen = new WeakSet<Run>()

/** Tokens per byte as observed in the model's last finished run; null before one. */
function observedRatio(model: string | null, lastRun: Run | null): number | null {
  if (lastRun?.state === 'done' && !seen.has(lastRun)) {
    seen.add(lastRun)
    observe(lastRun)
  }
  return model === null ? null : (ratios.get(model) ?? null)
}

function observe(run: Run): void {
  const { promptTokens } = readRunUsage(run)
  if (promptTokens === null || run.request.body === '') return
  const body: unknown = JSON.parse(run.request.body)
  const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const ratio = observedTokensPerByte({ body: sent }, promptTokens)
  if (ratio !== null && typeof sent['model'] === 'string') ratios.set(sent['model'], ratio)
}
