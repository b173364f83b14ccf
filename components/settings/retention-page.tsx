'use client'

import { useApi } from '#components/playground/form/api-context.tsx'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { StoredResponses } from './stored-responses.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'

/** Which request data is stored, and for how long. */
export function RetentionPage() {
  const { createsKeys } = useApi()
  const { query, change } = useTeamSettings()
  return (
    <ListState query={query}>
      {settings => (
        <>
          <Section
            title="Request log"
            about="Sextant logs the caller, time, model, tokens and cost of each request. Bodies are logged only for keys with “Log bodies” and, if enabled below, for playgrounds."
          >
            {!createsKeys && (
              <ManagedElsewhere what="Requests are logged">
                These settings apply to requests to this server.
              </ManagedElsewhere>
            )}
            <RetentionForm
              key={`${settings.request_days} ${settings.body_days}`}
              requestDays={settings.request_days}
              bodyDays={settings.body_days}
              onSave={async days => {
                await change({ request_days: days.requestDays, body_days: days.bodyDays })
                showToast('Retention updated')
              }}
            />
          </Section>
          <StoredResponses
            days={settings.stored_response_days}
            onChange={days => change({ stored_response_days: days })}
          />
          <Section title="Additional storage">
            <SwitchRow
              label="Playground bodies"
              help="Logs request and response bodies of playground runs. Admins can read them; each read is recorded in the audit log."
              checked={settings.keep_playground_bodies}
              onChange={on => change({ keep_playground_bodies: on })}
            />
            <SwitchRow
              label="Save everything to the library"
              help="Saves every page and document read with the team’s API keys, unless a request sets “library: false”."
              checked={settings.keep_everything}
              onChange={on => change({ keep_everything: on })}
            />
          </Section>
        </>
      )}
    </ListState>
  )
}

/** Retention of log rows and bodies, in days. */
function RetentionForm({
  requestDays,
  bodyDays,
  onSave,
}: {
  /** Null: forever. */
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
          label="Log retention (days)"
          help="Leave empty to keep rows forever. Usage totals are always kept."
          error={problemOf('request_days')}
        >
          {ids => (
            <NumberField
              {...ids}
              value={rows}
              onChange={setRows}
              min={1}
              decimalsMax={0}
              placeholder="Forever"
            />
          )}
        </Field>
        <Field
          label="Body retention (days)"
          help="Applies to logged bodies only."
          error={problemOf('body_days') ?? (bodies === null ? 'Enter a number of days.' : null)}
        >
          {ids => <NumberField {...ids} value={bodies} onChange={setBodies} min={1} decimalsMax={0} />}
        </Field>
      </div>
      {isShorter(rows, requestDays) && (
        <p className="text-warn">Rows older than {rows} days will be permanently deleted.</p>
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
