'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import type { TeamSettings } from '#lib/contracts/console/settings.ts'

const fields = [
  { name: 'key_requests_per_minute', label: 'Requests per minute' },
  { name: 'key_tokens_per_minute', label: 'Tokens per minute' },
  { name: 'key_parallel', label: 'Concurrent requests' },
] as const

type Limits = Pick<TeamSettings, (typeof fields)[number]['name']>

/** The limits that new keys start with. */
export function KeyLimits({ limits, onSave }: { limits: Limits; onSave: (limits: Limits) => Promise<void> }) {
  const [draft, setDraft] = useState<Limits>(() => ({
    key_requests_per_minute: limits.key_requests_per_minute,
    key_tokens_per_minute: limits.key_tokens_per_minute,
    key_parallel: limits.key_parallel,
  }))
  const { busy, problem, problemOf, submitForm } = useSubmit(fields.map(({ name }) => name))
  const changed = fields.some(({ name }) => draft[name] !== limits[name])
  return (
    <form className="flex max-w-xl flex-col gap-3" onSubmit={submitForm(() => onSave(draft))}>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {fields.map(({ name, label }) => (
          <Field key={name} label={label} error={problemOf(name)}>
            {ids => (
              <NumberField
                {...ids}
                min={1}
                placeholder="No limit"
                value={draft[name]}
                onChange={value => setDraft({ ...draft, [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Problem text={problem} />
      <Button type="submit" className="self-start" disabled={busy || !changed} focusableWhenDisabled>
        Save limits
      </Button>
    </form>
  )
}
