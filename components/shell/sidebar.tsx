'use client'

import {
  ChevronsUpDown,
  CircleUser,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  PanelLeft,
  Search,
  Settings,
  Sun,
  SunMoon,
} from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { usePathname, useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { useAccount } from './account-context.tsx'
import { Logo } from './logo.tsx'
import { helpLinks, homeLink, navigationGroups, type NavigationLink } from './navigation.tsx'
import { useShowShortcut } from './platform-context.tsx'
import { useSidebar } from './sidebar-context.tsx'
import { readTheme, setTheme, type Theme, themeLabels, themes } from './theme.ts'

const entry =
  'sidebar-entry flex h-7 w-full shrink-0 items-center gap-2.5 rounded-md px-2 text-left font-[450] whitespace-nowrap text-soft -outline-offset-2 hover:bg-hover hover:text-text coarse:h-10 [&>svg]:text-muted'

/** Home, the playgrounds, data and workspace, and below them search, Connect, docs, theme and account. */
export function Sidebar({
  onSearch,
  onKeys,
  onLeave,
}: {
  onSearch: () => void
  onKeys: () => void
  /** Called when a page is chosen, in a drawer that then closes. */
  onLeave?: () => void
}) {
  const show = useShowShortcut()
  const account = useAccount()
  const sidebar = useSidebar()
  return (
    <div className="flex h-full flex-col bg-sunken px-2 pb-2">
      <div className="sidebar-entry flex h-12 shrink-0 items-center gap-2 pr-1 pl-2 text-sm font-semibold tracking-tight">
        <Logo />
        <span className="sidebar-label">Sextant</span>
        <IconButton
          label="Collapse sidebar"
          keys={show({ key: 'b', mod: true })}
          onClick={sidebar.toggle}
          className="sidebar-wide ml-auto size-7 max-sm:hidden"
        >
          <PanelLeft size={16} aria-hidden />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto [scrollbar-width:none]">
        <Entry link={homeLink} onLeave={onLeave} />
        {navigationGroups(account).map(({ title, links }) => (
          <section key={title} aria-label={title} className="contents">
            <h2 className="sidebar-title px-2 pt-3.5 pb-1 text-2xs font-medium text-muted">{title}</h2>
            {links.map(link => (
              <Entry key={link.href} link={link} onLeave={onLeave} />
            ))}
          </section>
        ))}
      </div>
      <div className="flex flex-col gap-px pt-2">
        <button type="button" className={entry} data-tip="Search" onClick={onSearch}>
          <Search size={16} aria-hidden />
          <span className="sidebar-label">Search</span>
          <Kbd className="sidebar-wide ml-auto">{show({ key: 'k', mod: true })}</Kbd>
        </button>
        {helpLinks(account).map(link => (
          <Entry key={link.href} link={link} onLeave={onLeave} />
        ))}
        <AccountMenu onKeys={onKeys} />
      </div>
    </div>
  )
}

function Entry({ link, onLeave }: { link: NavigationLink; onLeave: (() => void) | undefined }) {
  const pathname = usePathname()
  return (
    <Link
      href={link.href}
      aria-current={pathname === link.href || pathname.startsWith(`${link.href}/`) ? 'page' : undefined}
      {...(onLeave && { onClick: onLeave })}
      className={`${entry} aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-text aria-[current]:[&>svg]:text-accent-text`}
    >
      {link.icon}
      <span className="sidebar-label">{link.label}</span>
    </Link>
  )
}

const icons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: Monitor }

const SignOutDialog = lazy(() =>
  import('#components/account/sign-out-dialog.tsx').then(module => ({ default: module.SignOutDialog })),
)

/** The person and their role; theme, shortcuts, settings and sign-out. */
function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const { name, role, signedIn } = useAccount()
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  return (
    <div className="mt-2 flex flex-col gap-px border-t border-line pt-2">
      <Menu
        trigger={
          <button type="button" className={entry}>
            <SunMoon size={16} aria-hidden />
            <span className="sidebar-label">Theme</span>
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
      <Menu
        trigger={
          <button type="button" className={entry}>
            <CircleUser size={16} aria-hidden />
            <span className="sidebar-label min-w-0 truncate">{signedIn ? name : 'This computer'}</span>
            <span className="sidebar-wide ml-auto text-xs text-muted">{signedIn ? role : ''}</span>
            <ChevronsUpDown size={14} aria-hidden className="sidebar-wide shrink-0" />
          </button>
        }
        actions={[
          { label: 'Keyboard shortcuts', icon: <Keyboard size={16} aria-hidden />, onSelect: onKeys },
          {
            label: 'Settings',
            icon: <Settings size={16} aria-hidden />,
            onSelect: () => router.push('/team/settings'),
          },
          ...(signedIn
            ? [
                {
                  label: 'Sign out',
                  icon: <LogOut size={16} aria-hidden />,
                  onSelect: () => setLeaving(true),
                },
              ]
            : []),
        ]}
      />
      <Suspense>{leaving && <SignOutDialog onClose={() => setLeaving(false)} />}</Suspense>
    </div>
  )
}
