'use client'

import { Compass, Keyboard, Monitor, Moon, Sun, SunMoon, CircleUser, LogOut } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { useAccount } from './account-context.tsx'
import { Logo } from './logo.tsx'
import { pageLinks } from './navigation.tsx'
import { useShowShortcut } from './platform-context.tsx'
import { teamLinks } from './team-navigation.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { readTheme, setTheme, type Theme, themeLabels, themes } from './theme.ts'
import { lazy, Suspense, useState } from 'react'

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
        Shortcuts
        <Kbd className="ml-auto">?</Kbd>
      </button>
      <ThemeMenu className={entry} />
      <AccountMenu className={entry} />
    </div>
  )
}

const icons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: Monitor }

function ThemeMenu({ className }: { className?: string }) {
  return (
    <Menu
      trigger={
        <button type="button" className={className}>
          <SunMoon size={16} aria-hidden />
          Theme
        </button>
      }
      actions={themes.map(theme => {
        const Icon = icons[theme]
        return {
          label: themeLabels[theme],
          icon: <Icon size={16} aria-hidden />,
          isChosen: () => readTheme() === theme,
          onSelect: () => setTheme(theme),
        }
      })}
    />
  )
}

const SignOutDialog = lazy(() =>
  import('#components/account/sign-out-dialog.tsx').then(module => ({ default: module.SignOutDialog })),
)

/** The account menu; renders nothing in open mode. */
function AccountMenu({ className }: { className?: string }) {
  const { name, role, signedIn } = useAccount()
  const [leaving, setLeaving] = useState(false)
  if (!signedIn) return null
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={className}>
            <CircleUser size={16} aria-hidden />
            <span className="min-w-0 truncate">{name}</span>
            <span className="ml-auto text-xs">{role}</span>
          </button>
        }
        actions={[
          { label: 'Sign out', icon: <LogOut size={16} aria-hidden />, onSelect: () => setLeaving(true) },
        ]}
      />
      <Suspense>{leaving && <SignOutDialog onClose={() => setLeaving(false)} />}</Suspense>
    </>
  )
}
