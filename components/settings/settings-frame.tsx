'use client'

import { Link } from '#components/ui/link.tsx'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useAccount, type PageAccount } from '#components/shell/account-context.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import type { Route } from 'next'

/** Settings navigation beside the open page; above it on narrow screens. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const account = useAccount()
  return (
    <TeamFrame title="Settings">
      <div className="flex gap-8 max-lg:flex-col max-lg:gap-4">
        <nav aria-label="Settings" className="lg:w-40 lg:shrink-0">
          <ul className="flex gap-0.5 max-lg:flex-wrap lg:sticky lg:top-0 lg:flex-col">
            {listSections(account).map(({ label, href }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={pathname === href ? 'page' : undefined}
                  className="control flex items-center rounded-md border border-transparent px-2 whitespace-nowrap text-muted hover:text-text aria-[current]:border-line aria-[current]:bg-card aria-[current]:text-text"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-6">{children}</div>
      </div>
    </TeamFrame>
  )
}

/** A settings page. */
interface SettingsSection {
  readonly label: string
  readonly href: Route
}

type Who = 'everybody' | 'signed-in' | 'member' | 'admin' | 'owner'

const sections: readonly (SettingsSection & { readonly who: Who })[] = [
  { label: 'Profile', href: '/team/settings/you', who: 'everybody' },
  { label: 'Sessions', href: '/team/settings/sessions', who: 'signed-in' },
  { label: 'Shared links', href: '/team/settings/links', who: 'member' },
  { label: 'Team', href: '/team/settings/team', who: 'admin' },
  { label: 'Retention', href: '/team/settings/retention', who: 'admin' },
  { label: 'Audit log', href: '/team/settings/audit', who: 'admin' },
  { label: 'Sign-in methods', href: '/team/settings/sign-in', who: 'owner' },
  { label: 'Danger zone', href: '/team/settings/danger', who: 'owner' },
]

/** The pages that this member can open; the server checks again. */
function listSections({ role, signedIn }: PageAccount): readonly SettingsSection[] {
  const may: Record<Who, boolean> = {
    everybody: true,
    'signed-in': signedIn,
    member: role !== 'viewer',
    admin: role === 'admin' || role === 'owner',
    owner: role === 'owner',
  }
  return sections.filter(({ who }) => may[who])
}
