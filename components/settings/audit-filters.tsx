'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Field, type FieldIds } from '#components/ui/field.tsx'
import { Input, inputStyle } from '#components/ui/input.tsx'
import { listAuditChoices } from '#lib/client/settings/audit.ts'
import type { AuditPlace } from '#lib/client/settings/audit-place.ts'

interface Choice {
  readonly id: string
  readonly words: string
}

const nobody: Choice = { id: 'none', words: 'Command line and product' }

/** By what was done, by whom and when. */
export function AuditFilters({
  place,
  onChange,
}: {
  place: AuditPlace
  onChange: (change: Partial<AuditPlace>) => void
}) {
  const choices = useQuery({ queryKey: ['audit-choices'], queryFn: listAuditChoices })
  const people = (choices.data?.people ?? []).map(({ id, name }) => ({ id, words: name }))
  const filtered = Object.values(place).some(value => value !== null)
  return (
    <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_9rem_auto]">
      <Field label="What">
        {ids => (
          <Choices
            ids={ids}
            none="Everything"
            choices={choices.data?.actions ?? []}
            value={place.action}
            onChange={action => onChange({ action })}
          />
        )}
      </Field>
      <Field label="Who">
        {ids => (
          <Choices
            ids={ids}
            none="Everybody"
            choices={[...people, nobody]}
            value={place.actor}
            onChange={actor => onChange({ actor })}
          />
        )}
      </Field>
      <Field label="From">
        {ids => (
          <Input
            {...ids}
            type="date"
            value={place.from ?? ''}
            onChange={event => onChange({ from: event.target.value || null })}
          />
        )}
      </Field>
      <Field label="To">
        {ids => (
          <Input
            {...ids}
            type="date"
            value={place.to ?? ''}
            onChange={event => onChange({ to: event.target.value || null })}
          />
        )}
      </Field>
      <Button
        variant="plain"
        className="justify-self-start"
        disabled={!filtered}
        focusableWhenDisabled
        onClick={() => onChange({ action: null, actor: null, from: null, to: null })}
      >
        Clear
      </Button>
    </div>
  )
}

/** The system's own list; one that the address names and nobody offers is kept. */
function Choices({
  ids,
  none,
  choices,
  value,
  onChange,
}: {
  ids: FieldIds
  none: string
  choices: readonly Choice[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const known = value === null || choices.some(({ id }) => id === value)
  return (
    <select
      {...ids}
      value={value ?? ''}
      onChange={event => onChange(event.target.value || null)}
      className={inputStyle}
    >
      <option value="">{none}</option>
      {!known && <option value={value}>{value}</option>}
      {choices.map(({ id, words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  )
}
