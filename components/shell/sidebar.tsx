'use client'
import { Compass, Keyboard } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Kbd } from '#components/ui/kbd.tsx'
import { useAccount } from './account-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { pageLinks } from './navigation.tsx'
import { useShowShortcut } from './platform-context.tsx'
import { teamLinks } from './team-navigation.tsx'
import { ThemeMenu } from './theme-menu.tsx'

const entry =
  'flex h-[30px] w-full items-center gap-2.5 rounded-md px-2 text-left whitespace-nowrap text-muted hover:text-text coarse:h-10'

export function Sidebar({
  onSearch,
  onKeys,
  onLeave,
}: {
  onSearch: () => void
  onKeys: () => void
  onLeave?: () => void
}) {
  const pathname = usePathname()
  const show = useShowShortcut()
  const account = useAccount()
  return (
    <div className="flex h-full flex-col gap-0.5 overflow-y-auto bg-sunken px-2 py-2.5">
      <div className="flex items-center gap-2 px-2 pt-0.5 pb-3 text-base font-semibold tracking-tight">
        <Logo />
        Sextant
      </div>
      {[...pageLinks(account), ...teamLinks(account)].map(link => (
        <Link
          key={link.href}
          href={link.href}
          aria-current={pathname === link.href || pathname.startsWith(`${link.href}/`) ? 'page' : undefined}
          {...(onLeave && { onClick: onLeave })}
          className={`${entry} border border-transparent aria-[current]:border-line aria-[current]:bg-panel aria-[current]:text-text`}
        >
          {link.icon}
          {link.label}
        </Link>
      ))}
      <div className="flex-1" />
      <button type="button" className={entry} onClick={onSearch}>
        <Compass size={16} aria-hidden />
        <span className="min-w-0 truncate">Jump to</span>
        <Kbd className="ml-auto shrink-0">{show({ key: 'k', mod: true })}</Kbd>
      </button>
      <button type="button" className={entry} onClick={onKeys}>
        <Keyboard size={16} aria-hidden />
        Keys
        <Kbd className="ml-auto">?</Kbd>
      </button>
      <ThemeMenu className={entry} />
      <AccountMenu className={entry} />
    </div>
  )
}
