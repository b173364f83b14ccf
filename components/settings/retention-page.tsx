'use client'
import { useApi } from '#components/playground/api-context.tsx'
import { KeptElsewhere } from '#components/team/kept-elsewhere.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { Section } from '#components/team/section.tsx'
import { showToast } from '#components/ui/toast.ts'
import { RetentionForm } from './retention-form.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'

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
