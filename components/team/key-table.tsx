'use client'
import { useState } from 'react'
import { type Column, Table } from '#components/ui/table.tsx'
import type { TeamKey } from '#lib/contracts/team/keys.ts'
import { Day } from './day.tsx'
import { BudgetUsed } from './budget-used.tsx'
import { toAmount } from './budget-words.ts'
import { KeyActs } from './key-acts.tsx'
import { endsSoon, isShown, type KeyFilter, usualFilter } from './key-filter.ts'
import { KeyFilters } from './key-filters.tsx'
import { toLimitWords } from './limit-words.ts'
import { Moment } from './moment.tsx'

/** Keys with what they may do; never the keys themselves. */
export function KeyTable({
  keys,
  everybodys,
  onChanged,
}: {
  keys: readonly TeamKey[]
  /** Whether the keys of others are among them. */
  everybodys: boolean
  onChanged: () => Promise<void>
}) {
  const [filter, setFilter] = useState<KeyFilter>(usualFilter)
  const [now] = useState(Date.now)
  const rows = keys.filter(key => isShown(key, filter, now))
  const owner: Column<TeamKey> = {
    id: 'owner',
    label: 'Owner',
    className: 'sm:min-w-24 wrap-anywhere',
    cell: key => key.owner ?? 'the operator',
  }
  return (
    <section aria-label="Keys" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <KeyFilters keys={keys} everybodys={everybodys} filter={filter} onChange={setFilter} />
        <p className="text-muted">
          {rows.length} of {keys.length}
        </p>
      </div>
      <Table
        caption="API keys"
        rows={rows}
        rowKey={key => key.id}
        empty={keys.length === 0 ? 'No keys yet. Create one for your own programs.' : 'No such keys.'}
        columns={[
          { id: 'name', label: 'Name', wide: true, cell: key => <NameCell apiKey={key} /> },
          ...(everybodys ? [owner] : []),
          { id: 'scopes', label: 'May', cell: key => <ScopeCell scopes={key.scopes} /> },
          { id: 'limits', label: 'Limits', cell: key => toLimitWords(key) },
          { id: 'spent', label: 'Spent', cell: key => <SpentCell apiKey={key} /> },
          { id: 'used', label: 'Last used', cell: key => <Day time={key.last_used_at} none="never" /> },
          { id: 'until', label: 'Until', cell: key => <EndCell apiKey={key} now={now} /> },
          {
            id: 'acts',
            label: 'Acts',
            align: 'right',
            cell: key => <KeyActs apiKey={key} onChanged={onChanged} />,
          },
        ]}
      />
    </section>
  )
}

function NameCell({ apiKey: { name, prefix, last4, state, kind } }: { apiKey: TeamKey }) {
  return (
    <>
      <p className="text-sm font-medium wrap-anywhere sm:min-w-40">
        {name}
        {state !== 'active' && (
          <span className="ml-2 rounded border border-control px-1 text-xs font-normal text-muted">
            {state}
          </span>
        )}
      </p>
      <p className="text-muted">
        {kind === 'playground' ? (
          'what the playgrounds ask with; made and ended by the console'
        ) : (
          <code>
            {prefix}…{last4}
          </code>
        )}
      </p>
    </>
  )
}

function SpentCell({ apiKey: { name, budget, spent_usd } }: { apiKey: TeamKey }) {
  if (budget !== null) return <BudgetUsed budget={budget} of={name} />
  return <span className="tabular-nums">{toAmount(spent_usd)}</span>
}

/** Of a key that a rotation leaves an hour, the day alone would say nothing. */
function EndCell({ apiKey, now }: { apiKey: TeamKey; now: number }) {
  const { expires_at: end } = apiKey
  if (end === null) return <span className="whitespace-nowrap text-muted">no end</span>
  if (!endsSoon(apiKey, now)) return <Day time={end} />
  return (
    <span className="text-warn">
      <Moment time={end} precise="second" />
    </span>
  )
}

function ScopeCell({ scopes }: { scopes: readonly string[] }) {
  const plain = scopes.filter(scope => scope !== 'admin:read')
  return (
    <span className="break-words">
      {plain.join(', ')}
      {plain.length < scopes.length && (
        <strong className="block font-medium text-warn">reads administration data</strong>
      )}
    </span>
  )
}
