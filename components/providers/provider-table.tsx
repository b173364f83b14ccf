'use client'

import { Ellipsis, GripVertical } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { formatCost, formatCountOf } from '#lib/client/format.ts'
import { modelsQuery, providersOf } from '#lib/client/models.ts'
import { usageTodayQuery } from '#components/console-kit/usage-today.ts'
import type { Providers, ProviderView } from '#lib/contracts/console/providers.ts'
import { changeProvider, orderProviders } from './model/providers.ts'
import { moveBy, moveTo } from './model/provider-order.ts'
import { ProviderState } from './provider-state.tsx'

const TestDialog = lazy(() => import('./test-dialog.tsx').then(module => ({ default: module.TestDialog })))
const EditProvider = lazy(() =>
  import('./edit-provider.tsx').then(module => ({ default: module.EditProvider })),
)
const RemoveProvider = lazy(() =>
  import('./remove-provider.tsx').then(module => ({ default: module.RemoveProvider })),
)

/** Where a provider is set that the console cannot change. */
const origins = {
  file: 'set in sextant.yaml',
  environment: 'set in the environment',
  console: null,
} satisfies Record<ProviderView['from'], string | null>

interface Drag {
  readonly id: string
  /** The row below the pointer; null: none that can be moved. */
  readonly over: string | null
}

/** Providers in routing order. Those of the console are moved by their handle, or with its arrow keys. */
export function ProviderTable({
  caption,
  purpose,
  empty,
  list,
  onChanged,
}: {
  caption: string
  purpose: ProviderView['purpose']
  empty: string
  list: Providers
  onChanged: () => Promise<void>
}) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const rows = list.providers.filter(each => each.purpose === purpose)
  const ids = rows.flatMap(each => each.id ?? [])
  const order = (next: readonly string[], name: string) => {
    if (next === ids) return
    void orderProviders(next)
      .then(onChanged)
      .then(() => showToast(`${name} moved`))
      .catch((error: unknown) => showFailure('Provider not moved', error))
  }
  const handle: Column<ProviderView> = {
    id: 'handle',
    label: 'Order',
    className: 'w-6 pr-0 max-sm:hidden',
    cell: row =>
      row.id !== null && (
        <Handle id={row.id} name={row.name} ids={ids} drag={drag} onDrag={setDrag} onOrder={order} />
      ),
  }
  const models: Column<ProviderView> = {
    id: 'models',
    label: 'Models',
    align: 'right',
    cell: row => <ModelCount provider={row.name} />,
  }
  const today: Column<ProviderView> = {
    id: 'today',
    label: 'Today',
    align: 'right',
    cell: row => <UsedToday provider={row.name} />,
  }
  const isModels = purpose === 'models'
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-card [&_td]:h-[52px] max-sm:[&_td]:h-auto [&_tr:has([data-dragged])]:opacity-50 [&_tr:has([data-over=above])]:shadow-[inset_0_2px_var(--accent)] [&_tr:has([data-over=below])]:shadow-[inset_0_-2px_var(--accent)] [&_tr:last-child]:border-b-0">
      <Table
        caption={caption}
        rows={rows}
        rowKey={row => `${row.from} ${row.name}`}
        empty={empty}
        columns={[
          ...(ids.length > 1 ? [handle] : []),
          {
            id: 'name',
            label: isModels ? 'Provider' : 'Backend',
            wide: true,
            cell: row => <Name row={row} list={list} />,
          },
          { id: 'state', label: 'Status', cell: row => <ProviderState row={row} /> },
          ...(isModels ? [models, today] : []),
          { id: 'key', label: 'API key', cell: row => <KeyCell row={row} /> },
          {
            id: 'acts',
            label: 'Actions',
            align: 'right',
            acts: true,
            cell: row => (
              <ProviderActions row={row} ids={ids} list={list} onOrder={order} onChanged={onChanged} />
            ),
          },
        ]}
      />
    </div>
  )
}

function Handle({
  id,
  name,
  ids,
  drag,
  onDrag,
  onOrder,
}: {
  id: string
  name: string
  ids: readonly string[]
  drag: Drag | null
  onDrag: (drag: Drag | null) => void
  onOrder: (ids: readonly string[], name: string) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const stepped = useRef(false)
  const at = ids.indexOf(id)
  // A row that moves in the table loses the focus, and the next arrow key would scroll the page.
  useEffect(() => {
    if (stepped.current) button.current?.focus()
    stepped.current = false
  }, [at])
  const follow = (event: PointerEvent) => {
    if (drag?.id !== id) return
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest('tr')
    const over = row?.querySelector('[data-provider]')?.getAttribute('data-provider') ?? null
    onDrag({ id, over: over !== null && ids.includes(over) ? over : null })
  }
  const drop = () => {
    if (drag !== null && drag.over !== null) onOrder(moveTo(ids, id, drag.over), name)
    onDrag(null)
  }
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepped.current = true
    onOrder(moveBy(ids, id, event.key === 'ArrowUp' ? -1 : 1), name)
  }
  const isOver = drag?.over === id && drag.id !== id
  const side = isOver && ids.indexOf(drag.id) < at ? 'below' : 'above'
  return (
    <button
      ref={button}
      type="button"
      aria-label={`Move ${name}: arrow up or down`}
      data-provider={id}
      data-dragged={drag?.id === id || undefined}
      data-over={isOver ? side : undefined}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onDrag({ id, over: null })
      }}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={() => onDrag(null)}
      onKeyDown={step}
      className="grid size-6 touch-none place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
      style={{ cursor: drag === null ? 'grab' : 'grabbing' }}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  )
}

function Name({ row, list }: { row: ProviderView; list: Providers }) {
  const known = list.known.find(each => each.purpose === row.purpose && each.name === row.name)
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-accent-soft font-semibold text-accent-text uppercase"
      >
        {row.name[0]}
      </span>
      <div className="min-w-0">
        <p className="text-sm font-medium break-words">{row.name}</p>
        <p className="break-all text-muted">
          {[
            row.base_url ?? known?.base_url ?? 'default URL',
            row.purpose === 'models' && toKind(row),
            origins[row.from],
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </div>
  )
}

function toKind({ kind, server }: ProviderView): string {
  return server === null || server === kind ? kind : `${kind}, ${server}`
}

function KeyCell({ row }: { row: ProviderView }) {
  if (row.keys > 1) return `${row.keys} keys`
  return row.key_hint === null ? <span className="text-muted">none</span> : <code>{row.key_hint}</code>
}

function ModelCount({ provider }: { provider: string }) {
  const { data } = useQuery(modelsQuery)
  const count = data?.filter(
    model => providersOf(model).includes(provider) && model.state !== 'not_configured',
  ).length
  if (!count) return count === 0 ? <span className="text-muted">0</span> : '–'
  return (
    <Link
      href={`/models?${new URLSearchParams({ provider })}` as Route}
      aria-label={`${count} models of ${provider}`}
      className="inline-flex min-h-6 items-center text-accent-text tabular-nums underline-offset-2 hover:underline"
    >
      {count}
    </Link>
  )
}

function UsedToday({ provider }: { provider: string }) {
  const { data } = useQuery(usageTodayQuery({ by: 'provider' }))
  if (data === undefined) return '–'
  const sums = data.rows.find(({ id }) => id === provider)
  return (
    <span className="tabular-nums">
      {formatCountOf(sums?.requests ?? 0, 'request')}
      {sums !== undefined && sums.cost_usd !== null && ` · ${formatCost(sums.cost_usd, false)}`}
    </span>
  )
}

/** The actions of a provider; one from the configuration can only be tested. */
function ProviderActions({
  row,
  ids,
  list,
  onOrder,
  onChanged,
}: {
  row: ProviderView
  /** IDs of the rows that can be moved, in order. */
  ids: readonly string[]
  list: Providers
  onOrder: (ids: readonly string[], name: string) => void
  onChanged: () => Promise<void>
}) {
  const [open, setOpen] = useState<'test' | 'edit' | 'remove' | null>(null)
  const { id, name, enabled } = row
  const close = () => setOpen(null)
  const turn = (of: string) =>
    void changeProvider(of, { enabled: !enabled })
      .then(onChanged)
      .then(() => showToast(enabled ? `${name} disabled` : `${name} enabled`))
      .catch((error: unknown) => showFailure('Provider not changed', error))
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
            {
              label: 'Move up',
              disabled: ids.indexOf(id) === 0,
              onSelect: () => onOrder(moveBy(ids, id, -1), name),
            },
            {
              label: 'Move down',
              disabled: ids.indexOf(id) === ids.length - 1,
              onSelect: () => onOrder(moveBy(ids, id, 1), name),
            },
            { label: enabled ? 'Disable' : 'Enable', onSelect: () => turn(id) },
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
