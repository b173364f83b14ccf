'use client'
import { Field } from '#components/ui/field.tsx'
import { inputStyle } from '#components/ui/input.tsx'
import type { KeyDraft } from './key-draft.ts'

const spans = [
  { days: 7, label: '7 days from now' },
  { days: 30, label: '30 days from now' },
  { days: 90, label: '90 days from now' },
  { days: 365, label: 'A year from now' },
] as const

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** When a key ends by itself. */
export function KeyEnd({
  ends,
  onChange,
}: {
  ends: KeyDraft['ends']
  onChange: (ends: KeyDraft['ends']) => void
}) {
  const kept = ends !== null && 'at' in ends ? ends : null
  const value = toValue(ends)
  return (
    <Field label="Ends">
      {({ id }) => (
        <select
          id={id}
          className={inputStyle}
          value={value}
          onChange={event => {
            const span = spans.find(each => String(each.days) === event.target.value)
            onChange(span ? { days: span.days } : null)
          }}
        >
          {kept && <option value="kept">{day.format(kept.at)}</option>}
          {spans.map(span => (
            <option key={span.days} value={span.days}>
              {span.label}
            </option>
          ))}
          <option value="never">Never, until it is revoked</option>
        </select>
      )}
    </Field>
  )
}

function toValue(ends: KeyDraft['ends']): string {
  if (ends === null) return 'never'
  return 'at' in ends ? 'kept' : String(ends.days)
}
