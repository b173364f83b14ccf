'use client'
import { classNames } from '#components/ui/class-names.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { inputStyle } from '#components/ui/input.tsx'
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
        onChange={value => onChange({ ...filter, state: chosenOf(states, value) })}
      />
      <select
        aria-label="By spend"
        className={classNames(inputStyle, 'w-auto')}
        value={filter.spend}
        onChange={event => onChange({ ...filter, spend: chosenOf(spends, event.target.value) })}
      >
        {spends.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {everybodys && owners.length > 1 && (
        <select
          aria-label="By owner"
          className={classNames(inputStyle, 'w-auto')}
          value={filter.owner ?? ''}
          onChange={event => onChange({ ...filter, owner: event.target.value || null })}
        >
          <option value="">Everybody’s</option>
          {owners.map(owner => (
            <option key={owner} value={owner}>
              {owner}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

function chosenOf<Value extends string>(
  choices: readonly [{ readonly value: Value }, ...{ readonly value: Value }[]],
  value: string,
): Value {
  return (choices.find(each => each.value === value) ?? choices[0]).value
}
