'use client'
import { Field } from '#components/ui/field.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import type { KeyDraft } from './key-draft.ts'

const spans = [
  { value: '7', label: '7 days from now' },
  { value: '30', label: '30 days from now' },
  { value: '90', label: '90 days from now' },
  { value: '365', label: 'A year from now' },
]
const never = { value: 'never', label: 'Never, until it is revoked' }

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** When a key ends by itself. */
export function KeyEnd({
  ends,
  error,
  onChange,
}: {
  ends: KeyDraft['ends']
  error: string | null
  onChange: (ends: KeyDraft['ends']) => void
}) {
  const kept = ends !== null && 'at' in ends ? [{ value: 'kept', label: day.format(ends.at) }] : []
  return (
    <Field label="Ends" error={error}>
      {ids => (
        <NativeSelect
          {...ids}
          choices={[...kept, ...spans, never]}
          value={toValue(ends)}
          onChange={value => {
            if (value !== 'kept') onChange(value === never.value ? null : { days: Number(value) })
          }}
        />
      )}
    </Field>
  )
}

function toValue(ends: KeyDraft['ends']): string {
  if (ends === null) return never.value
  return 'at' in ends ? 'kept' : String(ends.days)
}
