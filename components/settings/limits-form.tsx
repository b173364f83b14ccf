'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import type { TeamSettings } from '#lib/contracts/console/settings.ts'

const fields = {
  key: [
    { name: 'key_requests_per_minute', label: 'Requests per minute' },
    { name: 'key_tokens_per_minute', label: 'Tokens per minute' },
    { name: 'key_parallel', label: 'Concurrent requests' },
  ],
  team: [
    { name: 'team_requests_per_minute', label: 'Requests per minute' },
    { name: 'team_tokens_per_minute', label: 'Tokens per minute' },
    { name: 'team_parallel', label: 'Concurrent requests' },
  ],
  answer: [{ name: 'answer_tokens_max', label: 'Tokens per answer' }],
} as const
const lowest = { key: 1, team: 1, answer: 256 }
const unset = { key: 'No limit', team: 'No limit', answer: '16384' }

type Subject = keyof typeof fields
type Limits = Pick<TeamSettings, (typeof fields)[Subject][number]['name']>

/** The limits that new keys start with, those of the whole team, or that of answers under a budget. */
export function LimitsForm({
  of,
  limits,
  onSave,
}: {
  of: Subject
  limits: Limits
  onSave: (changes: Partial<Limits>) => Promise<void>
}) {
  const [changes, setChanges] = useState<Partial<Limits>>({})
  const draft = { ...limits, ...changes }
  const { busy, problem, problemOf, submitForm } = useSubmit(fields[of].map(({ name }) => name))
  const changed = fields[of].some(({ name }) => draft[name] !== limits[name])
  return (
    <form className="flex max-w-xl flex-col gap-3" onSubmit={submitForm(() => onSave(changes))}>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {fields[of].map(({ name, label }) => (
          <Field key={name} label={label} error={problemOf(name)}>
            {ids => (
              <NumberField
                {...ids}
                min={lowest[of]}
                decimalsMax={0}
                placeholder={unset[of]}
                value={draft[name]}
                onChange={value => setChanges({ ...changes, [name]: value })}
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

/** Changes when a saved limit does: the form then starts over. */
export function limitsKey(of: Subject, limits: Limits): string {
  return fields[of].map(({ name }) => limits[name]).join(' ')
}
