'use client'

import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { listTeamKeys } from '#components/keys/model/team-keys.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useHistoryList } from '#components/playground/history/use-history-list.ts'
import { listProviders } from '#components/providers/model/providers.ts'
import { Button } from '#components/ui/button/button.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { listStartSteps, type StartFacts, type StartStep } from './model/start-steps.ts'
import { toYearQuery } from './model/today.ts'
import { useUsage } from './use-usage.ts'

const columns: Readonly<Record<number, string>> = {
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
}

/** The first steps; each checks itself off from what the server reports. */
export function GetStarted({
  now,
  operates,
  libraryItems,
  onHide,
}: {
  now: number | null
  operates: boolean
  /** Null: not known. */
  libraryItems: number | null
  onHide: () => void
}) {
  const facts = { ...useStartFacts(now, operates), libraryItems: libraryItems ?? undefined }
  const { createsKeys } = useApi()
  const steps = listStartSteps(facts, { canAddProviders: operates, seesKeys: createsKeys, now: now ?? 0 })
  const done = steps.filter(step => step.done).length
  const next = steps.find(step => !step.done)
  return (
    <section aria-label="Get started" className="rounded-lg border border-line bg-card">
      <header className="flex min-h-11 items-center gap-2 border-b border-line pr-2 pl-4">
        <h3 className="font-semibold">Get started</h3>
        <p className="text-muted">
          {done} of {steps.length} done
        </p>
        <span aria-hidden className="ml-1 h-1 w-24 overflow-hidden rounded-full bg-active">
          <span
            className="block h-full rounded-full bg-ok-dot"
            style={{ width: `${(done / steps.length) * 100}%` }}
          />
        </span>
        <span className="flex-1" />
        <Button variant="plain" size="small" onClick={onHide}>
          Hide
        </Button>
      </header>
      <ol
        className={`grid grid-cols-1 divide-line max-lg:divide-y ${columns[steps.length] ?? ''} lg:divide-x`}
      >
        {steps.map((step, at) => (
          <Step key={step.id} step={step} number={at + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, number, isNext }: { step: StartStep; number: number; isNext: boolean }) {
  const { done, title, text, action, href } = step
  return (
    <li className="flex gap-3 p-4">
      <span
        aria-hidden
        className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${done ? 'bg-ok-soft text-ok' : 'border border-control text-soft'}`}
      >
        {done ? <Check size={14} /> : number}
      </span>
      <div
        className={`flex min-w-0 flex-1 flex-col items-start gap-0.5 ${done ? 'max-sm:flex-row max-sm:items-center max-sm:justify-between' : ''}`}
      >
        <h4 className="font-semibold">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h4>
        <p className={`mb-2 flex-1 text-xs wrap-anywhere text-soft ${done ? 'max-sm:sr-only' : ''}`}>
          {text}
        </p>
        {isNext ? (
          <ButtonLink href={href} size="small">
            {action}
          </ButtonLink>
        ) : (
          <Link
            href={href}
            className="inline-flex h-7 items-center text-xs font-medium text-accent-text underline-offset-2 hover:underline coarse:h-9"
          >
            {action}
          </Link>
        )}
      </div>
    </li>
  )
}

/** Capabilities that run a model; their contracts, by which the history lists its entries, have the same IDs. */
const modelCapabilities: ReadonlySet<string> = new Set(['chat', 'embeddings', 'rerank', 'search'])

function useStartFacts(now: number | null, operates: boolean): Omit<StartFacts, 'libraryItems'> {
  const { createsKeys } = useApi()
  const models = useQuery(modelsQuery)
  const { summaries } = useHistoryList(undefined, '')
  const year = useUsage(now === null ? null : toYearQuery(now), { refreshMs: false })
  const keys = useQuery({ queryKey: ['team-keys'], queryFn: listTeamKeys, enabled: createsKeys })
  const providers = useQuery({ queryKey: ['providers'], queryFn: listProviders, enabled: operates })
  const chatModel = models.data?.find(model => model.type === 'chat' && model.default)
  const used = keys.data?.keys
    .flatMap(({ kind, name, last_used_at: at }) => (kind === 'api' && at !== null ? [{ name, at }] : []))
    .toSorted((one, other) => other.at - one.at)
  return {
    chatModel: chatModel && { id: chatModel.id, ready: (chatModel.state ?? 'ready') === 'ready' },
    ranHere: summaries.some(({ contract, state }) => state === 'done' && modelCapabilities.has(contract)),
    modelRuns: year.data?.latency
      .filter(({ capability }) => modelCapabilities.has(capability))
      .reduce((sum, { requests }) => sum + requests, 0),
    usedKey: used && (used[0] ?? null),
    providers: providers.data?.providers.flatMap(({ purpose, enabled, name }) =>
      purpose === 'models' && enabled ? [name] : [],
    ),
  }
}
