'use client'
import { ListState } from '#components/team/list-state.tsx'
import { Section } from './section.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useTeamSettings } from './use-team-settings.ts'

/** Who may open shared links, and which there are. */
export function LinksPage() {
  const { query, change } = useTeamSettings()
  return (
    <Section
      title="Shared links"
      about="A short link opens a request, filled in, for whoever has it. It holds no key, no file, and runs nothing by itself."
    >
      <ListState query={query}>
        {settings => (
          <SwitchRow
            label="Public links"
            help={
              settings.public_links
                ? 'A member may share a link that opens for somebody who is not signed in.'
                : 'Off: links open for members of the team alone. Public ones that exist open for members alone too.'
            }
            checked={settings.public_links}
            onChange={on => change({ public_links: on })}
          />
        )}
      </ListState>
    </Section>
  )
}
