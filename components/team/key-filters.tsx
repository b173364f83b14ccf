'use client'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import type { TeamKey } from '#lib/contracts/team/keys.ts'
import type { KeyFilter } from './key-filter.ts'

const states = [
  { value: 'working', label: 'Working' },
  { value: 'unused', label: 'Unused' },
  { value: 'ending', label: 'Ending soon' },
  { value: 'all', label: 'All' },
] as const

const spends = [
  { value: 'any', label: 'Any spend' },
  { value: 'some', label: 'Cost something' },
  { value: 'near', label: 'Budget nearly used' },
] as const

const everybody = { value: '', label: 'Everybody’s' }

/** Chooses which keys are shown. */
export function KeyFilters({
  keys,
  everybodys,
  filter,
  onChange,
}: {
  keys: readonly TeamKey[]
  /** Whether the keys of others are among them. */
  everybodys: boolean
  filter: KeyFilter
  onChange: (filter: KeyFilter) => void
}) {
  const owners = [...new Set(keys.flatMap(key => key.owner ?? []))]
  return (
    <>
      <Segmented
        label="Which keys"
        choices={states}
        value={filter.state}
        onChange={state => onChange({ ...filter, state })}
      />
      <NativeSelect
        aria-label="By spend"
        className="w-auto"
        choices={spends}
        value={filter.spend}
        onChange={spend => onChange({ ...filter, spend })}
      />
      {everybodys && owners.length > 1 && (
        <NativeSelect
          aria-label="By owner"
          className="w-auto"
          choices={[everybody, ...owners.map(owner => ({ value: owner, label: owner }))]}
          value={filter.owner ?? everybody.value}
          onChange={owner => onChange({ ...filter, owner: owner === everybody.value ? null : owner })}
        />
      )}
    </>
  )
}
