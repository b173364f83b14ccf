'use client'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { type UsagePlace, usagePeriods } from '#lib/client/usage/usage-place.ts'
import type { TeamRole } from '#lib/contracts/team/people.ts'
import { usageDimensions } from '#lib/contracts/team/usage-words.ts'
import { dimensionLabels } from './usage-words.ts'
import type { ChangeUsagePlace } from './use-usage-place.ts'

const periods = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'custom', label: 'Custom' },
]
const scopes = [
  { value: 'mine', label: 'My usage' },
  { value: 'team', label: 'Team' },
]

/** Whose usage, of which time, told apart by what: as far as the role may choose. */
export function UsageControls({
  place,
  go,
  role,
}: {
  place: UsagePlace
  go: ChangeUsagePlace
  role: TeamRole
}) {
  const seesAll = role === 'admin' || role === 'owner'
  const scope = place.scope ?? (role === 'member' ? 'mine' : 'team')
  const isApart = seesAll || scope === 'mine'
  const dimensions = usageDimensions.filter(each => scope === 'team' || each !== 'member')
  const setScope = (value: string) => {
    // The team's total is not told apart for those who may not see others one by one.
    const narrowed = value === 'team' && !seesAll ? { by: 'time' as const, filter: {}, sort: null } : {}
    const { member: _member, ...filter } = place.filter
    const by = place.by === 'member' ? 'time' : place.by
    go({ scope: value === 'mine' ? 'mine' : 'team', filter, by, ...narrowed })
  }
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {role !== 'viewer' && (
        <Segmented label="Whose usage" choices={scopes} value={scope} onChange={setScope} />
      )}
      <Segmented
        label="Period"
        choices={periods}
        value={place.period}
        onChange={value => go({ period: usagePeriods.find(each => each === value) ?? '7d' })}
      />
      {place.period === 'custom' && (
        <>
          <DateField label="From" value={place.from} onChange={from => go({ from })} />
          <DateField label="To" value={place.to} onChange={to => go({ to })} />
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
            onChange={value => go({ by: usageDimensions.find(each => each === value) ?? 'time', sort: null })}
            className="w-32"
          />
        </div>
      )}
    </div>
  )
}

function DateField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label={label}>
      {ids => (
        <Input
          {...ids}
          type="date"
          value={value}
          max={toToday()}
          onChange={event => onChange(event.target.value)}
          className="w-36"
        />
      )}
    </Field>
  )
}

function toToday(): string {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
}
