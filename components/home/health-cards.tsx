'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { listProviders } from '#components/providers/model/providers.ts'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { Dot } from '#components/ui/data/dot.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { Card } from './card.tsx'
import { describeHealth, type ProviderHealth, toProviderHealth } from './model/provider-health.ts'

const refreshMs = 30_000
const shownMax = 6

const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: listProviders,
  refetchInterval: refreshMs,
})

/** One sentence about the model providers; nothing without any. */
export function HealthSentence() {
  const { data } = useQuery(providersQuery)
  return data && describeHealth(data.providers.filter(isOfModels).map(toProviderHealth))
}

/** The model providers with their state. */
export function ProviderList() {
  const providers = useQuery(providersQuery)
  return (
    <Card title="Providers" note={<CardLink href="/team/providers">Manage</CardLink>}>
      <div className="px-4 py-2">
        <ListState query={providers}>
          {list => <Providers list={list.providers.filter(isOfModels).map(toProviderHealth)} />}
        </ListState>
      </div>
    </Card>
  )
}

function isOfModels({ purpose }: { purpose: string }): boolean {
  return purpose === 'models'
}

const textColors = { ok: 'text-muted', warn: 'text-warn', bad: 'text-bad', off: 'text-muted' } as const

function Providers({ list }: { list: readonly ProviderHealth[] }) {
  if (list.length === 0) {
    return (
      <div className="flex flex-col items-center gap-2 py-3 text-center">
        <p className="text-soft">No providers yet. Embedded models work without one.</p>
        <ButtonLink href="/team/providers" size="small">
          Add provider
        </ButtonLink>
      </div>
    )
  }
  return (
    <>
      <ul>
        {list.slice(0, shownMax).map(({ name, tone, state }) => (
          <li key={name} className="flex min-h-9 items-center gap-2.5">
            <Dot tone={tone} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className={`text-xs ${textColors[tone]}`}>{state}</span>
          </li>
        ))}
      </ul>
      <Others count={list.length - shownMax} />
    </>
  )
}

const modelStates = {
  ready: { label: 'Ready', tone: 'ok' },
  downloading: { label: 'Downloading', tone: 'warn' },
  not_downloaded: { label: 'Not downloaded', tone: 'off' },
  not_configured: { label: 'Not configured', tone: 'off' },
} as const satisfies Record<NonNullable<Model['state']>, { label: string; tone: string }>

/** The models that run on this machine. */
export function EmbeddedModels() {
  const models = useQuery(modelsQuery)
  return (
    <Card title="Embedded models" note={<CardLink href="/models">Models</CardLink>}>
      <div className="px-4 py-2">
        <ListState query={models}>
          {list => <EmbeddedList models={list.filter(isEmbedded).toSorted(byState)} />}
        </ListState>
      </div>
    </Card>
  )
}

function EmbeddedList({ models }: { models: readonly Model[] }) {
  if (models.length === 0) return <p className="py-1.5 text-soft">No embedded models on this server.</p>
  return (
    <>
      <ul>
        {models.slice(0, shownMax).map(({ id, state = 'ready' }) => (
          <li key={id} className="flex min-h-9 items-center gap-2.5">
            <Dot tone={modelStates[state].tone} />
            <span className="min-w-0 flex-1 truncate" title={id}>
              {id.replace(/^local\//, '')}
            </span>
            <span className="text-xs text-muted">{modelStates[state].label}</span>
          </li>
        ))}
      </ul>
      <Others count={models.length - shownMax} />
    </>
  )
}

// The built-in extractive answers of searches are not a model that someone downloads.
function isEmbedded({ id, type }: Model): boolean {
  return id.startsWith('local/') && type !== 'web'
}

const order = ['downloading', 'ready', 'not_downloaded', 'not_configured'] as const

function byState({ state: one = 'ready' }: Model, { state: other = 'ready' }: Model): number {
  return order.indexOf(one) - order.indexOf(other)
}

function Others({ count }: { count: number }) {
  return count > 0 ? <p className="py-1.5 text-xs text-muted">{count} more</p> : null
}

function CardLink({ href, children }: { href: Route; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-7 items-center text-xs font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
