'use client'

import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { SwitchRow } from './switch-row.tsx'

const daysDefault = 30
const daysMax = 90

/** Whether responses of the Responses API are stored, and for how long. */
export function StoredResponses({
  days,
  onChange,
}: {
  /** Null: none are stored. */
  days: number | null
  onChange: (days: number | null) => Promise<void>
}) {
  return (
    <Section
      title="Stored responses"
      about="Clients of the Responses API can continue a conversation by the ID of its last response (“previous_response_id”). Only keys of the same owner can read a stored response."
    >
      <SwitchRow
        label="Store responses"
        help="Stores input and output of each response unless the request sets “store: false”, without secrets and files. If you turn it off, all stored responses are permanently deleted."
        checked={days !== null}
        onChange={on => onChange(on ? daysDefault : null)}
      />
      {days !== null && <DaysForm key={days} days={days} onSave={onChange} />}
    </Section>
  )
}

function DaysForm({ days, onSave }: { days: number; onSave: (days: number) => Promise<void> }) {
  const [chosen, setChosen] = useState<number | null>(days)
  const { busy, problem, problemOf, submitForm } = useSubmit(['stored_response_days'])
  const missing = chosen === null ? `Enter 1 to ${daysMax} days.` : null
  return (
    <form
      aria-label="Stored responses"
      className="flex max-w-xl flex-col gap-3"
      onSubmit={submitForm(async () => {
        if (chosen === null) return
        await onSave(chosen)
        showToast('Retention updated')
      })}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Response retention (days)"
          help={`1 to ${daysMax}. A team has up to 10,000 responses and 1\u00a0GiB; the oldest are deleted first.`}
          error={problemOf('stored_response_days') ?? missing}
        >
          {ids => (
            <NumberField {...ids} value={chosen} onChange={setChosen} min={1} max={daysMax} decimalsMax={0} />
          )}
        </Field>
      </div>
      {chosen !== null && chosen < days && (
        <p className="text-warn">Responses older than {chosen} days will be permanently deleted.</p>
      )}
      <Problem text={problem} />
      <Button
        type="submit"
        className="self-start"
        disabled={busy || chosen === null || chosen === days}
        focusableWhenDisabled
      >
        Save
      </Button>
    </form>
  )
}
