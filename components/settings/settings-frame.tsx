'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { TeamFrame } from '#components/team/team-frame.tsx'
import { listSections } from './sections.ts'

/** The sections beside the one that is open; above it where there is no room. */
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
                  className="control flex items-center rounded-md border border-transparent px-2 whitespace-nowrap text-muted hover:text-text aria-[current]:border-line aria-[current]:bg-panel aria-[current]:text-text"
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
