'use client'
import type { PageAccount } from '#components/shell/account-context.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import type { UsagePlace } from '#lib/client/usage/usage-place.ts'
import { type UsageDimension, usageDimensions } from '#lib/contracts/team/usage-words.ts'
import { dimensionLabels } from './usage-words.ts'
import type { ChangeUsagePlace } from './use-usage-place.ts'

const periods = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'custom', label: 'Custom' },
] as const satisfies readonly { value: UsagePlace['period']; label: string }[]
const scopes = [
  { value: 'mine', label: 'My usage' },
  { value: 'team', label: 'Team' },
] as const

/** Whose usage, of which time, told apart by what: as far as the role may choose. */
export function UsageControls({
  place,
  go,
  account: { role, signedIn },
}: {
  place: UsagePlace
  go: ChangeUsagePlace
  account: PageAccount
}) {
  const seesAll = role === 'admin' || role === 'owner'
  const scope = place.scope ?? (role === 'member' ? 'mine' : 'team')
  const isApart = seesAll || scope === 'mine'
  const dimensions = usageDimensions.filter(
    each => each !== 'member' || each === place.by || (scope === 'team' && signedIn),
  )
  const setScope = (chosen: 'mine' | 'team') => {
    // The team's total is not told apart for those who may not see others one by one.
    const narrowed = chosen === 'team' && !seesAll ? { by: 'time' as const, filter: {}, sort: null } : {}
    const { member: _member, ...filter } = place.filter
    const by = place.by === 'member' ? 'time' : place.by
    go({ scope: chosen, filter, by, ...narrowed })
  }
  // What one table is sorted by says nothing of another.
  const setBy = (by: UsageDimension) => go({ by, sort: null, down: true })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {role !== 'viewer' && signedIn && (
        <Segmented label="Whose usage" choices={scopes} value={scope} onChange={setScope} />
      )}
      <Segmented label="Period" choices={periods} value={place.period} onChange={period => go({ period })} />
      {place.period === 'custom' && (
        <>
          <DateField label="From" value={place.from} onChange={from => go({ from })} className="w-36" />
          <DateField label="To" value={place.to} onChange={to => go({ to })} className="w-36" />
        </>
      )}
      {isApart && (
        <div className="flex items-center gap-2">
          <span aria-hidden className="text-muted">
            By
          </span>
          <Select
            label="Told apart by"
            choices={dimensions.map(value => ({ value, label: dimensionLabels[value] }))}
            value={place.by}
            onChange={value => setBy(usageDimensions.find(each => each === value) ?? 'time')}
            className="w-32"
          />
        </div>
      )}
    </div>
  )
}
