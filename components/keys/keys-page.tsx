'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { listTeamKeys } from './model/team-keys.ts'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { Day } from '#components/console-kit/day.tsx'
import { BudgetUsed } from '#components/console-kit/budget/budget-used.tsx'
import { toAmount } from '#components/console-kit/budget/format-budget.ts'
import { KeyActions } from './key-actions.tsx'
import { endsSoon, isShown, type KeyFilter, defaultFilter } from './key-filter.ts'
import { formatLimits } from './format-limits.ts'
import { Timestamp } from '#components/console-kit/timestamp.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'

const MakeKey = lazy(() => import('./make-key.tsx').then(module => ({ default: module.MakeKey })))

/** The caller's API keys; admins see all keys of the team. */
export function KeysPage() {
  const { createsKeys } = useApi()
  const [making, setMaking] = useState(false)
  const queries = useQueryClient()
  const keys = useQuery({ queryKey: ['team-keys'], queryFn: listTeamKeys, enabled: createsKeys })
  const changed = () => queries.invalidateQueries({ queryKey: ['team-keys'] })
  useCommands([{ id: 'make-key', label: 'Create API key', section: 'Run', run: () => setMaking(true) }])
  if (!createsKeys) {
    return (
      <TeamFrame title="API keys">
        <ManagedElsewhere what="API keys are managed" />
      </TeamFrame>
    )
  }
  return (
    <TeamFrame
      title="API keys"
      actions={
        <Button variant="go" onClick={() => setMaking(true)}>
          <Plus size={16} aria-hidden />
          Create key
        </Button>
      }
    >
      <ListState query={keys}>
        {list => <KeyTable keys={list.keys} everybodys={list.you_see_all} onChanged={changed} />}
      </ListState>
      <Suspense>
        {making && keys.data && (
          <MakeKey limits={keys.data.new_key_limits} onMade={changed} onClose={() => setMaking(false)} />
        )}
      </Suspense>
    </TeamFrame>
  )
}

/** Keys with their scopes and limits; never the secrets. */
function KeyTable({
  keys,
  everybodys,
  onChanged,
}: {
  keys: readonly TeamKey[]
  /** Whether the list includes keys of others. */
  everybodys: boolean
  onChanged: () => Promise<void>
}) {
  const [filter, setFilter] = useState<KeyFilter>(defaultFilter)
  const [now] = useState(Date.now)
  const rows = keys.filter(key => isShown(key, filter, now))
  const owner: Column<TeamKey> = {
    id: 'owner',
    label: 'Owner',
    className: 'sm:min-w-24 wrap-anywhere',
    cell: key => key.owner ?? 'Operator',
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
        empty={keys.length === 0 ? 'No API keys yet. Create one for your programs.' : 'No keys match.'}
        columns={[
          { id: 'name', label: 'Name', wide: true, cell: key => <NameCell apiKey={key} /> },
          ...(everybodys ? [owner] : []),
          { id: 'scopes', label: 'Scopes', cell: key => <ScopeCell scopes={key.scopes} /> },
          { id: 'limits', label: 'Limits', cell: key => formatLimits(key) },
          { id: 'spent', label: 'Spent', cell: key => <SpentCell apiKey={key} /> },
          { id: 'used', label: 'Last used', cell: key => <Day time={key.last_used_at} none="never" /> },
          { id: 'until', label: 'Expires', cell: key => <EndCell apiKey={key} now={now} /> },
          {
            id: 'acts',
            label: 'Actions',
            align: 'right',
            acts: true,
            cell: key => <KeyActions apiKey={key} onChanged={onChanged} />,
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
          'Used by the playgrounds; managed by the console'
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

/** Shows the time of an expiration that is near, e.g. one hour after a rotation. */
function EndCell({ apiKey, now }: { apiKey: TeamKey; now: number }) {
  const { expires_at: end } = apiKey
  if (end === null) return <span className="whitespace-nowrap text-muted">never</span>
  if (!endsSoon(apiKey, now)) return <Day time={end} />
  return (
    <span className="text-warn">
      <Timestamp time={end} precise="second" />
    </span>
  )
}

function ScopeCell({ scopes }: { scopes: readonly string[] }) {
  const plain = scopes.filter(scope => scope !== 'admin:read')
  return (
    <span className="break-words">
      {plain.join(', ')}
      {plain.length < scopes.length && (
        <strong className="block font-medium text-warn">reads admin data</strong>
      )}
    </span>
  )
}

const states = [
  { value: 'working', label: 'Active' },
  { value: 'unused', label: 'Unused' },
  { value: 'ending', label: 'Expiring soon' },
  { value: 'all', label: 'All' },
] as const

const costs = [
  { value: 'any', label: 'Any cost' },
  { value: 'some', label: 'Has cost' },
  { value: 'near', label: 'Budget nearly used' },
] as const

const everybody = { value: '', label: 'All owners' }

/** Filters the key list. */
function KeyFilters({
  keys,
  everybodys,
  filter,
  onChange,
}: {
  keys: readonly TeamKey[]
  /** Whether the list includes keys of others. */
  everybodys: boolean
  filter: KeyFilter
  onChange: (filter: KeyFilter) => void
}) {
  const owners = [...new Set(keys.flatMap(key => key.owner ?? []))]
  return (
    <>
      <Segmented
        label="Key status"
        choices={states}
        value={filter.state}
        onChange={state => onChange({ ...filter, state })}
      />
      <NativeSelect
        aria-label="Cost"
        className="w-auto"
        choices={costs}
        value={filter.spend}
        onChange={spend => onChange({ ...filter, spend })}
      />
      {everybodys && owners.length > 1 && (
        <NativeSelect
          aria-label="Owner"
          className="w-auto"
          choices={[everybody, ...owners.map(owner => ({ value: owner, label: owner }))]}
          value={filter.owner ?? everybody.value}
          onChange={owner => onChange({ ...filter, owner: owner === everybody.value ? null : owner })}
        />
      )}
    </>
  )
}
