'use client'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { TeamBudget } from '#components/usage/team-budget.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { NameForm } from './name-form.tsx'
import { useTeamSettings } from './use-team-settings.ts'

/** What the team is called, and what it may spend. */
export function TeamPage() {
  const { query, change } = useTeamSettings()
  return (
    <>
      <ListState query={query}>
        {({ name }) => (
          <Section title="Team">
            <NameForm
              key={name}
              label="Name of the team"
              help="In invitations, and what is typed to delete it."
              name={name}
              autoComplete="off"
              onRename={async next => {
                await change({ name: next })
                showToast('The team is renamed')
              }}
            />
          </Section>
        )}
      </ListState>
      <Section
        title="Budget of the team"
        about="What all keys of the team together may spend, playgrounds included. A call that could exceed it is refused before it is made."
      >
        <TeamBudget />
      </Section>
    </>
  )
}
