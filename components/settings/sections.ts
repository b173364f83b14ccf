import type { Route } from 'next'
import type { PageAccount } from '#components/shell/account-context.tsx'

/** A page of the settings. */
export interface SettingsSection {
  readonly label: string
  readonly href: Route
}

type Who = 'everybody' | 'signed-in' | 'member' | 'admin' | 'owner'

const sections: readonly (SettingsSection & { readonly who: Who })[] = [
  { label: 'You', href: '/team/settings/you', who: 'everybody' },
  { label: 'Sign-ins', href: '/team/settings/sessions', who: 'signed-in' },
  { label: 'Shared links', href: '/team/settings/links', who: 'member' },
  { label: 'Team', href: '/team/settings/team', who: 'admin' },
  { label: 'Retention', href: '/team/settings/retention', who: 'admin' },
  { label: 'Audit log', href: '/team/settings/audit', who: 'admin' },
  { label: 'How to sign in', href: '/team/settings/sign-in', who: 'owner' },
  { label: 'Danger zone', href: '/team/settings/danger', who: 'owner' },
]

/** Those that this member may open; the server decides by itself. */
export function listSections({ role, signedIn }: PageAccount): readonly SettingsSection[] {
  const may: Record<Who, boolean> = {
    everybody: true,
    'signed-in': signedIn,
    member: role !== 'viewer',
    admin: role === 'admin' || role === 'owner',
    owner: role === 'owner',
  }
  return sections.filter(({ who }) => may[who])
}
