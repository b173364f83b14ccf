'use client'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { TeamBudget } from './team-budget.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { GatewayList } from './gateway-list.tsx'
import { LimitsForm, limitsKey } from './limits-form.tsx'
import { NameForm } from './name-form.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'

/** The team's name, budget, limits of new keys, downloads by members, and the gateways. */
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
        <TeamBudget rejectsUnpriced={query.data?.reject_unpriced ?? null} />
      </Section>
      <ListState query={query}>
        {settings => (
          <Section title="Models without a price">
            <SwitchRow
              label="Reject under a budget"
              help="Budgets cannot count what these models cost. Keys and playgrounds with a budget, their own or the team’s, then use only models with a price, free models and models whose provider reports costs."
              checked={settings.reject_unpriced}
              onChange={on => change({ reject_unpriced: on })}
            />
          </Section>
        )}
      </ListState>
      <ListState query={query}>
        {settings =>
          limits.map(({ of, title, about, saved }) => (
            <Section key={of} title={title} about={about}>
              <LimitsForm
                of={of}
                key={limitsKey(of, settings)}
                limits={settings}
                onSave={async changed => {
                  await change(changed)
                  showToast(saved)
                }}
              />
            </Section>
          ))
        }
      </ListState>
      <ListState query={query}>
        {settings => (
          <Section title="Embedded models">
            <SwitchRow
              label="Downloads by members"
              help="Members can download embedded models and cancel downloads. Each one is recorded in the audit log. Admins always can."
              checked={settings.member_downloads}
              onChange={on => change({ member_downloads: on })}
            />
          </Section>
        )}
      </ListState>
      <GatewayList />
    </>
  )
}

const limits = [
  {
    of: 'answer',
    title: 'Answers under a budget',
    about: 'A request without a limit gets this one, so that its cost is bounded.',
    saved: 'Limit of answers updated',
  },
  {
    of: 'team',
    title: 'Team limits',
    about: 'Limits of all API keys and playgrounds together, besides the limits of each key.',
    saved: 'Team limits updated',
  },
  {
    of: 'key',
    title: 'New API keys',
    about:
      'New keys start with these limits, in the console and on the command line. Existing keys keep theirs.',
    saved: 'Limits of new keys updated',
  },
] as const
