'use client'
import { type Column, Table } from '#components/ui/table.tsx'
import type { Providers, ProviderView } from '#lib/contracts/team/providers.ts'
import { ProviderActs } from './provider-acts.tsx'
import { ProviderState } from './provider-state.tsx'

const origins = {
  file: 'sextant.yaml',
  environment: 'environment',
  console: 'console',
} satisfies Record<ProviderView['from'], string>

/** Sources in the order of asking; of their keys only enough to tell them apart. */
export function ProviderTable({
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
        { id: 'from', label: 'Set up in', cell: row => origins[row.from] },
        { id: 'state', label: 'State', cell: row => <ProviderState row={row} /> },
        {
          id: 'acts',
          label: 'Acts',
          align: 'right',
          cell: row => <ProviderActs row={row} rows={rows} list={list} onChanged={onChanged} />,
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
      <p className="break-all text-muted">{row.base_url ?? known?.base_url ?? 'its public address'}</p>
    </>
  )
}

function KeyCell({ row }: { row: ProviderView }) {
  return row.key_hint === null ? <span className="text-muted">none</span> : <code>{row.key_hint}</code>
}

function toKind({ kind, server }: ProviderView): string {
  return server === null || server === kind ? kind : `${kind}, ${server}`
}
