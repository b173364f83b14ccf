'use client'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { TeamBudget } from './team-budget.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { NameForm } from './name-form.tsx'
import { useTeamSettings } from './use-team-settings.ts'

/** The team's name and budget. */
export function TeamPage() {
  const { query, change } = useTeamSettings()
  return (
    <>
      <ListState query={query}>
        {({ name }) => (
          <Section title="Team">
            <NameForm
              key={name}
              label="Team name"
              help="Shown in invitations. Required to delete the team."
              name={name}
              autoComplete="off"
              onRename={async next => {
                await change({ name: next })
                showToast('Team renamed')
              }}
            />
          </Section>
        )}
      </ListState>
      <Section
        title="Team budget"
        about="Limits the total spend of all API keys and playgrounds. Requests that could exceed it are rejected."
      >
        <TeamBudget />
      </Section>
    </>
  )
}
