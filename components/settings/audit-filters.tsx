'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Field, type FieldIds } from '#components/ui/field.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
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
      <DateField label="From" value={place.from ?? ''} onChange={day => onChange({ from: day || null })} />
      <DateField label="To" value={place.to ?? ''} onChange={day => onChange({ to: day || null })} />
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

/** Of those that there are; one that the address names and nobody offers is kept. */
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
  const isKnown = value === null || choices.some(({ id }) => id === value)
  const offered = [
    { value: '', label: none },
    ...(isKnown ? [] : [{ value, label: value }]),
    ...choices.map(({ id, words }) => ({ value: id, label: words })),
  ]
  return (
    <NativeSelect
      {...ids}
      choices={offered}
      value={value ?? ''}
      onChange={chosen => onChange(chosen === '' ? null : chosen)}
    />
  )
}
