'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { ShutdownBadge } from '#components/console-kit/shutdown-badge.tsx'
import { formatPrice } from '#components/models/model/format-model.ts'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Pagination } from '#components/console-kit/pagination.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { catalogRates } from './model/catalog-rates.ts'
import { isReady } from './model/deployment-status.ts'
import { listModelSettings, changeModel } from './model/model-settings.ts'
import type { ProviderView, ModelRow } from '#lib/contracts/console/providers.ts'
import { Switch } from '#components/ui/form/switch.tsx'
import { Table } from '#components/ui/data/table.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { formatCount, formatCountOf } from '#lib/client/format.ts'

const NameModel = lazy(() => import('./name-model.tsx').then(module => ({ default: module.NameModel })))

const pageRows = 50

/** All known models with their prices, paginated. */
export function ModelSettings({
  providers,
  onChanged,
}: {
  providers: readonly ProviderView[]
  onChanged: () => Promise<void>
}) {
  // The details of a model link here.
  const linked = useSearchParams().get('q') ?? ''
  const [query, setQuery] = useState(linked)
  const [page, setPage] = useState(1)
  const [naming, setNaming] = useState(false)
  const asked = useDeferredValue(query)
  const names = [...providers.filter(each => each.purpose === 'models').map(each => each.name), 'local']
  const models = useQuery({
    queryKey: ['model-settings', asked, page],
    queryFn: () => listModelSettings(asked, (page - 1) * pageRows),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Find a model"
          placeholder="Find a model"
          className="max-w-64"
          value={query}
          onChange={event => {
            setQuery(event.target.value)
            setPage(1)
          }}
        />
        <span className="flex-1" />
        <Button onClick={() => setNaming(true)}>
          <Plus size={16} aria-hidden />
          Add model
        </Button>
      </div>
      <ListState query={models}>
        {list => (
          <>
            <ModelTable models={list.models} providers={names} onChanged={onChanged} />
            <Pagination count={list.total} pageRows={pageRows} page={page} onTurn={setPage} />
          </>
        )}
      </ListState>
      <Suspense>
        {naming && <NameModel providers={names} onChanged={onChanged} onClose={() => setNaming(false)} />}
      </Suspense>
    </>
  )
}

const EditModel = lazy(() => import('./edit-model.tsx').then(module => ({ default: module.EditModel })))

const states = {
  ready: null,
  not_downloaded: 'not downloaded',
  downloading: 'downloading',
  not_configured: 'no provider',
} as const

/** Models with price, context window and fallbacks. */
function ModelTable({
  models,
  providers,
  onChanged,
}: {
  models: readonly ModelRow[]
  providers: readonly string[]
  onChanged: () => Promise<void>
}) {
  const [edited, setEdited] = useState<ModelRow | null>(null)
  const turn = (model: ModelRow, enabled: boolean) =>
    void changeModel({ model: model.id, enabled })
      .then(onChanged)
      .then(() => showToast(enabled ? `${model.id} enabled` : `${model.id} disabled`))
      .catch((error: unknown) => showFailure('Model not changed', error))
  return (
    <>
      <Table
        caption="Models"
        rows={models}
        rowKey={model => model.id}
        empty="No models found."
        columns={[
          { id: 'model', label: 'Model', wide: true, cell: model => <Name model={model} /> },
          { id: 'type', label: 'Type', cell: model => model.type },
          {
            id: 'window',
            label: 'Context',
            align: 'right',
            cell: model => (model.context_window === undefined ? '–' : formatCount(model.context_window)),
          },
          {
            id: 'price',
            label: 'Price per 1M',
            align: 'right',
            cell: model => <Price model={model} />,
          },
          { id: 'next', label: 'Fallbacks', cell: model => model.fallbacks.join(', ') || '–' },
          {
            id: 'on',
            label: 'Enabled',
            cell: model =>
              model.type === 'web' ? (
                '–'
              ) : (
                <Switch
                  label={`Enable ${model.id}`}
                  checked={model.enabled}
                  onChange={enabled => turn(model, enabled)}
                />
              ),
          },
          {
            id: 'edit',
            label: 'Actions',
            align: 'right',
            acts: true,
            cell: model =>
              model.type === 'web' ? null : (
                <Button variant="plain" aria-label={`Edit ${model.id}`} onClick={() => setEdited(model)}>
                  Edit
                </Button>
              ),
          },
        ]}
      />
      <Suspense>
        {edited && (
          <EditModel
            model={edited}
            providers={providers}
            onChanged={onChanged}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function Name({
  model: { id, owned_by: provider, state, named, problem, default: defaultModel, deployments, ...model },
}: {
  model: ModelRow
}) {
  const failing = model.deployment_states.filter(each => !isReady(each)).length
  const notes = [
    deployments.length > 0
      ? `${formatCountOf(deployments.length, 'deployment')}${failing > 0 ? `, ${failing} unavailable` : ''}`
      : named === null
        ? provider
        : `${named.provider}/${named.upstream}`,
    defaultModel && 'default',
    states[state ?? 'ready'],
  ]
  return (
    <>
      <p className="text-sm font-medium break-all">{id}</p>
      <p className={problem === null ? 'break-all text-muted' : 'text-bad'}>
        {problem ?? notes.filter(Boolean).join(' · ')}
        {model.shutdown_date !== undefined && (
          <>
            {' '}
            <ShutdownBadge day={model.shutdown_date} />
          </>
        )}
      </p>
    </>
  )
}

/** Of an admin, or otherwise the one that its requests are charged. */
function Price({ model: { price, pricing } }: { model: ModelRow }) {
  const catalog = price === undefined ? catalogRates(pricing) : null
  if (pricing?.source === 'unpriced' && price === undefined) {
    return <span className="text-warn">No price</span>
  }
  return (
    <>
      {formatPrice({ price: price ?? catalog, pricing: pricing ?? null })}
      {catalog !== null && <span className="block text-muted">catalog</span>}
    </>
  )
}
