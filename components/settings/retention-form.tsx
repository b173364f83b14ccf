'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { NumberField } from '#components/ui/number-field.tsx'

/** For how many days requests and their bodies are kept. */
export function RetentionForm({
  requestDays,
  bodyDays,
  onSave,
}: {
  /** Null: for ever. */
  requestDays: number | null
  bodyDays: number
  onSave: (days: { requestDays: number | null; bodyDays: number }) => Promise<void>
}) {
  const [rows, setRows] = useState(requestDays)
  const [bodies, setBodies] = useState<number | null>(bodyDays)
  const { busy, problem, problemOf, submitForm } = useSubmit(['request_days', 'body_days'])
  const changed = rows !== requestDays || bodies !== bodyDays
  return (
    <form
      className="flex max-w-xl flex-col gap-3"
      onSubmit={submitForm(async () => {
        if (bodies !== null) await onSave({ requestDays: rows, bodyDays: bodies })
      })}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Days that rows are kept"
          help="Empty: for ever. Sums of usage stay either way."
          error={problemOf('request_days')}
        >
          {ids => <NumberField {...ids} value={rows} onChange={setRows} min={1} placeholder="for ever" />}
        </Field>
        <Field
          label="Days that bodies are kept"
          help="Where they are kept at all."
          error={problemOf('body_days') ?? (bodies === null ? 'Give a number of days.' : null)}
        >
          {ids => <NumberField {...ids} value={bodies} onChange={setBodies} min={1} />}
        </Field>
      </div>
      {isShorter(rows, requestDays) && (
        <p className="text-warn">Rows that are older than {rows} days are removed for good.</p>
      )}
      <Problem text={problem} />
      <Button
        type="submit"
        className="self-start"
        disabled={busy || !changed || bodies === null}
        focusableWhenDisabled
      >
        Save
      </Button>
    </form>
  )
}

function isShorter(days: number | null, former: number | null): boolean {
  return days !== null && (former === null || days < former)
}
