'use client'

import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Day } from '#components/console-kit/day.tsx'
import { findUnavailableKeys } from '#components/console-kit/model/unavailable-keys.ts'
import { Button } from '#components/ui/button/button.tsx'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { Providers, ProviderView } from '#lib/contracts/console/providers.ts'

const TestDialog = lazy(() => import('./test-dialog.tsx').then(module => ({ default: module.TestDialog })))
const EditProvider = lazy(() =>
  import('./edit-provider.tsx').then(module => ({ default: module.EditProvider })),
)

/** The state of a provider in a word, with an error that it has recovered from. */
export function ProviderState({ row }: { row: ProviderView }) {
  const { dot, text, className } = toStatus(row)
  const error = row.health?.last_error
  return (
    <div className="max-sm:inline-flex flex max-w-64 flex-col gap-0.5 max-sm:align-top">
      <p className={classNames('flex items-center gap-1.5', className)}>
        <span
          aria-hidden
          className={classNames('size-2 shrink-0 rounded-full', dot ?? 'border border-control')}
        />
        {text}
      </p>
      {row.enabled && error?.over && row.health?.rejected_keys.length === 0 && (
        <p className="line-clamp-2 wrap-anywhere text-muted" title={error.message}>
          Recovered; last error <Day time={error.at} />: <InlineCode text={error.message} />
        </p>
      )}
    </div>
  )
}

interface Status {
  readonly dot: string | null
  readonly text: string
  readonly className: string
}

function toStatus(row: ProviderView): Status {
  const { enabled, problem, health } = row
  if (!enabled) return { dot: null, text: 'Disabled', className: 'text-muted' }
  if (problem !== null) return { dot: 'bg-bad-dot', text: 'Inactive', className: 'text-bad' }
  if (health === null) return { dot: null, text: 'Unknown', className: 'text-muted' }
  const { rejected, share } = findUnavailableKeys(row)
  if (share !== null) return { dot: 'bg-warn-dot', text: `${share} keys unavailable`, className: 'text-warn' }
  if (health.needs_operator || rejected.length > 0)
    return { dot: 'bg-bad-dot', text: 'API key rejected', className: 'text-bad' }
  if (health.open_circuits.length > 0) return { dot: 'bg-warn-dot', text: 'Failing', className: 'text-warn' }
  return { dot: 'bg-ok-dot', text: 'Active', className: '' }
}

/** The problem of a provider that requests cannot use now, with its remedies. */
export function ProviderProblem({
  row,
  list,
  onChanged,
}: {
  row: ProviderView
  list: Providers
  onChanged: () => Promise<void>
}) {
  const [open, setOpen] = useState<'test' | 'edit' | null>(null)
  const { id, name, health } = row
  const { title, text } = toProblem(row)
  const remedy = toRemedy(row, findUnavailableKeys(row).lost.length)
  const close = () => setOpen(null)
  return (
    <section
      aria-label={title}
      className="rounded-lg border border-l-3 border-line-strong border-l-bad-dot bg-canvas px-4 py-3"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <CircleAlert size={16} aria-hidden className="text-bad" />
        {title}
      </h2>
      <div className="mt-1 flex flex-col gap-1 pl-6 text-soft max-sm:pl-0">
        <p className="wrap-anywhere">
          <InlineCode text={text} />
        </p>
        {health?.rejected_keys.map(({ name: key, wait_ms: waitMs }) => (
          <p key={key} className="text-xs text-muted">
            Retrying the key <code>{key}</code>{' '}
            {waitMs === 0 ? 'with the next request' : `in ${formatWait(waitMs)}`}
          </p>
        ))}
        {health?.open_circuits.map(({ of, wait_ms: waitMs }) => (
          <p key={of} className="text-xs text-muted">
            Retrying <code>{of}</code> {waitMs === 0 ? 'with its next request' : `in ${formatWait(waitMs)}`}
          </p>
        ))}
        <p className="mt-1 flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpen('test')} aria-label={`Check again: ${name}`}>
            Check again
          </Button>
          {id !== null && (
            <Button
              size="small"
              variant="plain"
              onClick={() => setOpen('edit')}
              aria-label={`${remedy}: ${name}`}
            >
              {remedy}
            </Button>
          )}
        </p>
      </div>
      <Suspense>
        {open === 'test' && <TestDialog row={row} onChanged={onChanged} onClose={close} />}
        {open === 'edit' && id !== null && (
          <EditProvider id={id} row={row} list={list} onChanged={onChanged} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}

/** Milliseconds until the next try, in the unit of a person who waits. */
function formatWait(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

function toRemedy({ health }: ProviderView, lost: number): string {
  if (lost > 0) return lost === 1 ? 'Enter the key again' : 'Enter the keys again'
  return health?.needs_operator ? 'Change API key' : 'Change base URL or key'
}

/** Whether requests to an enabled provider fail now, with any of its keys. */
export function isFailing({ enabled, problem, saved_keys: saved, health }: ProviderView): boolean {
  if (!enabled) return false
  if (problem !== null || saved.some(({ lost }) => lost)) return true
  if (health === null) return false
  return health.needs_operator || health.rejected_keys.length > 0 || health.open_circuits.length > 0
}

function toProblem(row: ProviderView): { title: string; text: string } {
  const { name, problem, health } = row
  if (problem !== null) return { title: `${name} is inactive`, text: problem }
  const { rejected, lost, share } = findUnavailableKeys(row)
  const failure = health?.last_error?.message ?? 'Its last requests failed.'
  const undecryptable = toLostText(lost, share !== null)
  if (share !== null) {
    const refusal = rejected.length > 0 ? `${failure} Check ${rejected.join(', ')}.` : ''
    const text = [undecryptable, refusal].filter(Boolean).join(' ')
    return { title: `${name}: ${share} API keys unavailable`, text }
  }
  const text = [undecryptable, failure].filter(Boolean).join(' ')
  if (health?.needs_operator || rejected.length > 0) return { title: `${name} rejects the API key`, text }
  return { title: `${name} is failing`, text }
}

function toLostText(lost: ReturnType<typeof findUnavailableKeys>['lost'], hasOthers: boolean): string {
  if (lost.length === 0) return ''
  const names = lost.map(({ name, hint }) => `${name} (${hint})`).join(', ')
  const them = lost.length === 1 ? 'that key' : 'those keys'
  return (
    `ENCRYPTION_KEY cannot decrypt ${names}${hasOthers ? ', so requests use the other keys' : ''}. ` +
    `Enter ${them} again, or add the former ENCRYPTION_KEY after the new one.`
  )
}
