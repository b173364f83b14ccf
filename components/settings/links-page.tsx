'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { Section } from '#components/team/section.tsx'
import { SharesList } from './shares-list.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'

/** Short links that exist, and for administrators who may open them. */
export function LinksPage() {
  const { role } = useAccount()
  return (
    <>
      {(role === 'admin' || role === 'owner') && <PublicLinks />}
      <Section
        title="Shared links"
        about="A short link opens a request, filled in, for whoever has it. It holds no key and no file, and runs nothing by itself."
      >
        <SharesList />
      </Section>
    </>
  )
}

function PublicLinks() {
  const { query, change } = useTeamSettings()
  return (
    <Section title="Who may open links">
      <ListState query={query}>
        {settings => (
          <SwitchRow
            label="Public links"
            help={
              settings.public_links
                ? 'A member may share a link that opens for somebody who is not signed in.'
                : 'Off: links open for members of the team alone, those that were public too.'
            }
            checked={settings.public_links}
            onChange={on => change({ public_links: on })}
          />
        )}
      </ListState>
    </Section>
  )
}
