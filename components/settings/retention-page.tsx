'use client'

import { useApi } from '#components/playground/form/api-context.tsx'
import { KeptElsewhere } from '#components/keys/kept-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'

/** What is kept of requests, and for how long. */
export function RetentionPage() {
  const { createsKeys } = useApi()
  const { query, change } = useTeamSettings()
  return (
    <ListState query={query}>
      {settings => (
        <>
          <Section
            title="Request log"
            about="Every request leaves a row: who, when, which model, how much. What was said is kept only of keys that ask for it."
          >
            {!createsKeys && (
              <KeptElsewhere what="Requests are kept">
                What is set here holds for requests to this one.
              </KeptElsewhere>
            )}
            <RetentionForm
              key={`${settings.request_days} ${settings.body_days}`}
              requestDays={settings.request_days}
              bodyDays={settings.body_days}
              onSave={async days => {
                await change({ request_days: days.requestDays, body_days: days.bodyDays })
                showToast('Retention is changed')
              }}
            />
          </Section>
          <Section title="What else is kept">
            <SwitchRow
              label="Bodies of playground runs"
              help="What members ask in the playgrounds and what they are answered, for as long as bodies are kept. Administrators can read it, and that they did is on record."
              checked={settings.keep_playground_bodies}
              onChange={on => change({ keep_playground_bodies: on })}
            />
            <SwitchRow
              label="Everything that is read goes into the library"
              help="Every page and document that is read with a key of this team, except where a request says “library: false”."
              checked={settings.keep_everything}
              onChange={on => change({ keep_everything: on })}
            />
          </Section>
        </>
      )}
    </ListState>
  )
}

/** For how many days requests and their bodies are kept. */
function RetentionForm({
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
