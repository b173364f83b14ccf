'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Ellipsis, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { listProviders, changeProvider, orderProviders } from './model/providers.ts'
import { ModelSettings } from './model-settings.tsx'
import { DefaultModels } from './default-models.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import type { Providers, ProviderView, LocalModel } from '#lib/contracts/console/providers.ts'
import { Day } from '#components/console-kit/day.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { useDownload } from '#components/playground/use-download.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { downloadsQuery } from '#components/playground/form/model/downloads.ts'
import { formatBytes } from '#lib/client/format.ts'
import { listLocalModels } from './model/model-settings.ts'

const AddProvider = lazy(() => import('./add-provider.tsx').then(module => ({ default: module.AddProvider })))

// The gateway picks up a change within a second, and then lists the new models.
const heardMs = 1_500

/** Embedded models, model providers, model settings and search backends. */
export function ProvidersPage() {
  const { createsKeys: here } = useApi()
  const queries = useQueryClient()
  const [adding, setAdding] = useState<'models' | 'search' | null>(null)
  const providers = useQuery({ queryKey: ['providers'], queryFn: listProviders, enabled: here })
  const refresh = () =>
    Promise.all(
      [['providers'], ['model-settings'], modelsQuery.queryKey].map(queryKey =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const changed = async () => {
    await refresh()
    setTimeout(() => void refresh(), heardMs)
  }
  useCommands([
    { id: 'add-provider', label: 'Add provider', section: 'Run', run: () => setAdding('models') },
    { id: 'add-search', label: 'Add search backend', section: 'Run', run: () => setAdding('search') },
  ])
  if (!here) {
    return (
      <TeamFrame title="Providers">
        <ManagedElsewhere what="Providers are managed" />
      </TeamFrame>
    )
  }
  const add = (purpose: 'models' | 'search', label: string) => (
    <Button onClick={() => setAdding(purpose)}>
      <Plus size={16} aria-hidden />
      {label}
    </Button>
  )
  return (
    <TeamFrame title="Providers">
      <Section title="Embedded models" about="Run on this machine. No data leaves it.">
        <EmbeddedModels />
      </Section>
      <ListState query={providers}>
        {list => (
          <>
            <Section
              title="Model providers"
              about="Their models are available as provider/model. Adding a provider changes no default model."
              actions={add('models', 'Add provider')}
            >
              <ProviderTable
                caption="Model providers"
                rows={list.providers.filter(each => each.purpose === 'models')}
                empty="No providers yet. Add one with its API key, or the URL of an Ollama, vLLM or other server."
                list={list}
                onChanged={changed}
              />
            </Section>
            <Section title="Models" about="Prices, fallbacks and access per model.">
              <DefaultModels onChanged={changed} />
              <ModelSettings providers={list.providers} onChanged={changed} />
            </Section>
            <Section
              title="Search backends"
              about="Tried in order until one responds, before the built-in public backends."
              actions={add('search', 'Add backend')}
            >
              {list.search_listed && (
                <p className="text-xs text-warn">
                  SEARCH_BACKENDS limits the backends in use. Unset it to use the ones added here.
                </p>
              )}
              <ProviderTable
                caption="Search backends"
                rows={list.providers.filter(each => each.purpose === 'search')}
                empty="No search backends yet. Searches use Wikipedia, arXiv and PubMed. Add SearXNG, or Brave with an API key."
                list={list}
                onChanged={changed}
              />
            </Section>
            <Suspense>
              {adding && (
                <AddProvider
                  purpose={adding}
                  list={list}
                  onChanged={changed}
                  onClose={() => setAdding(null)}
                />
              )}
            </Suspense>
          </>
        )}
      </ListState>
    </TeamFrame>
  )
}

const origins = {
  file: 'sextant.yaml',
  environment: 'environment',
  console: 'console',
} satisfies Record<ProviderView['from'], string>

/** Providers in routing order, with a hint of each key. */
function ProviderTable({
  caption,
  rows,
  empty,
  list,
  onChanged,
}: {
  caption: string
  rows: readonly ProviderView[]
  empty: string
  list: Providers
  onChanged: () => Promise<void>
}) {
  const kind: Column<ProviderView> = { id: 'kind', label: 'Kind', cell: toKind }
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={row => `${row.from} ${row.name}`}
      empty={empty}
      columns={[
        { id: 'name', label: 'Name', wide: true, cell: row => <Name row={row} list={list} /> },
        ...(rows.some(row => row.purpose === 'models') ? [kind] : []),
        { id: 'key', label: 'Key', cell: row => <KeyCell row={row} /> },
        { id: 'from', label: 'Source', cell: row => origins[row.from] },
        { id: 'state', label: 'State', cell: row => <ProviderState row={row} /> },
        {
          id: 'acts',
          label: 'Actions',
          align: 'right',
          cell: row => <ProviderActions row={row} rows={rows} list={list} onChanged={onChanged} />,
        },
      ]}
    />
  )
}

function Name({ row, list }: { row: ProviderView; list: Providers }) {
  const known = list.known.find(each => each.purpose === row.purpose && each.name === row.name)
  return (
    <>
      <p className="text-sm font-medium break-words">{row.name}</p>
      <p className="break-all text-muted">{row.base_url ?? known?.base_url ?? 'default URL'}</p>
    </>
  )
}

function KeyCell({ row }: { row: ProviderView }) {
  return row.key_hint === null ? <span className="text-muted">none</span> : <code>{row.key_hint}</code>
}

function toKind({ kind, server }: ProviderView): string {
  return server === null || server === kind ? kind : `${kind}, ${server}`
}

/** Health of a provider: its state, open circuits and last error. */
function ProviderState({ row: { enabled, problem, health } }: { row: ProviderView }) {
  if (!enabled) return <span className="text-muted">disabled</span>
  if (problem !== null) return <p className="max-w-80 text-bad">inactive: {problem}</p>
  if (health === null) return <span className="text-muted">–</span>
  const { needs_operator: refused, last_error: error, open_circuits: circuits } = health
  return (
    <div className="max-sm:inline-flex flex max-w-80 flex-col gap-0.5 max-sm:align-top">
      <p className={refused || circuits.length > 0 ? 'text-warn' : 'text-ok'}>
        {refused ? 'API key rejected' : circuits.length > 0 ? 'failing' : 'active'}
      </p>
      {circuits.map(circuit => (
        <p key={circuit.of} className="text-muted">
          Retrying {circuit.of}{' '}
          {circuit.wait_ms === 0 ? 'with the next request' : `in ${Math.ceil(circuit.wait_ms / 1000)} s`}
        </p>
      ))}
      {error && (
        <p className="wrap-anywhere text-muted">
          {error.over ? 'Recovered; last error' : 'Last error'} <Day time={error.at} />: {error.message}
        </p>
      )}
    </div>
  )
}

const TestDialog = lazy(() => import('./test-dialog.tsx').then(module => ({ default: module.TestDialog })))
const EditProvider = lazy(() =>
  import('./edit-provider.tsx').then(module => ({ default: module.EditProvider })),
)
const RemoveProvider = lazy(() =>
  import('./remove-provider.tsx').then(module => ({ default: module.RemoveProvider })),
)

/** The actions of a provider; one from the configuration can only be tested. */
function ProviderActions({
  row,
  rows,
  list,
  onChanged,
}: {
  row: ProviderView
  /** Ids of the table's rows, in order. */
  rows: readonly ProviderView[]
  list: Providers
  onChanged: () => Promise<void>
}) {
  const [open, setOpen] = useState<'test' | 'edit' | 'remove' | null>(null)
  const { id, name, enabled } = row
  const ids = rows.flatMap(each => each.id ?? [])
  const at = id === null ? -1 : ids.indexOf(id)
  const close = () => setOpen(null)
  const act = (change: Promise<void>, said: string) =>
    void change
      .then(onChanged)
      .then(() => showToast(said))
      .catch((error: unknown) => showFailure('Provider not changed', error))
  const move = (by: -1 | 1) => {
    if (id === null) return
    const others = ids.filter(each => each !== id)
    act(orderProviders(others.toSpliced(at + by, 0, id)), `${name} moved`)
  }
  return (
    <span className="inline-flex items-center gap-1">
      <Button onClick={() => setOpen('test')} aria-label={`Test ${name}`}>
        Test
      </Button>
      {id !== null && (
        <Menu
          trigger={
            <Button variant="plain" size="icon" aria-label={`Actions for ${name}`}>
              <Ellipsis size={16} aria-hidden />
            </Button>
          }
          actions={[
            { label: 'Edit', onSelect: () => setOpen('edit') },
            { label: 'Move up', disabled: at === 0, onSelect: () => move(-1) },
            { label: 'Move down', disabled: at === ids.length - 1, onSelect: () => move(1) },
            {
              label: enabled ? 'Disable' : 'Enable',
              onSelect: () =>
                act(
                  changeProvider(id, { enabled: !enabled }),
                  enabled ? `${name} disabled` : `${name} enabled`,
                ),
            },
            { label: 'Remove', onSelect: () => setOpen('remove') },
          ]}
        />
      )}
      <Suspense>
        {open === 'test' && <TestDialog row={row} onChanged={onChanged} onClose={close} />}
        {open === 'edit' && id !== null && (
          <EditProvider id={id} row={row} list={list} onChanged={onChanged} onClose={close} />
        )}
        {open === 'remove' && id !== null && (
          <RemoveProvider id={id} row={row} onChanged={onChanged} onClose={close} />
        )}
      </Suspense>
    </span>
  )
}

const kinds = {
  chat: 'chat',
  embeddings: 'embeddings',
  rerank: 'rerank',
  speech: 'speech',
  web: 'search answers',
} satisfies Record<LocalModel['type'], string>

/** The embedded models with their size, memory and download state. */
function EmbeddedModels() {
  const { data: downloads } = useQuery(downloadsQuery)
  const ready = downloads?.filter(({ state }) => state === 'ready').length ?? 0
  // Refetched when a download ends.
  const models = useQuery({ queryKey: ['local-models', ready], queryFn: listLocalModels })
  return (
    <ListState query={models}>
      {list => (
        <Table
          caption="Embedded models"
          rows={list}
          rowKey={model => model.id}
          empty="The models process is not running."
          columns={[
            { id: 'name', label: 'Model', wide: true, cell: model => <EmbeddedModelsName model={model} /> },
            { id: 'job', label: 'Type', cell: model => kinds[model.type] },
            { id: 'size', label: 'Download', align: 'right', cell: model => toSize(model.size_bytes) },
            { id: 'memory', label: 'Memory', align: 'right', cell: model => toSize(model.memory_bytes) },
            { id: 'licence', label: 'License', cell: model => model.licence?.name ?? '–' },
            { id: 'state', label: 'State', align: 'right', cell: model => <State model={model} /> },
          ]}
        />
      )}
    </ListState>
  )
}

function EmbeddedModelsName({ model: { id, title } }: { model: LocalModel }) {
  return (
    <>
      <p className="text-sm font-medium break-words">{title ?? id}</p>
      <code className="text-muted">{id}</code>
    </>
  )
}

function State({ model: { id, size_bytes: sizeBytes, state: listed } }: { model: LocalModel }) {
  const { state, progress, problem, start, cancel } = useDownload(id)
  if (progress) {
    const { doneBytes, totalBytes } = progress
    const text =
      progress.state === 'verifying'
        ? 'verifying checksum'
        : `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        <span className="w-28">
          <Progress label={`Download of ${id}`} value={doneBytes} max={totalBytes} text={text} />
          <span className="text-muted">{text}</span>
        </span>
        <Button onClick={cancel} aria-label={`Cancel the download of ${id}`}>
          Cancel
        </Button>
      </span>
    )
  }
  if (state === 'offered') {
    return (
      <span className="inline-flex flex-col items-end gap-1">
        <Button onClick={start} aria-label={`${problem ? 'Retry the download of' : 'Download'} ${id}`}>
          <Download size={16} aria-hidden />
          {problem ? 'Retry' : 'Download'}
        </Button>
        {problem && <span className="max-w-64 text-bad">{problem}</span>}
      </span>
    )
  }
  if (state === 'downloading' || listed === 'downloading') return 'downloading'
  if (listed === 'not_downloaded') return 'not downloaded'
  return sizeBytes === 0 ? 'no download needed' : <span className="text-ok">ready</span>
}

function toSize(bytes: number | undefined): string {
  return bytes === undefined || bytes === 0 ? '–' : formatBytes(bytes)
}
