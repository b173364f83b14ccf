'use client'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AccountContext, type PageAccount } from './account-context.tsx'
import { SidebarContext } from './sidebar-context.tsx'
import { Sidebar } from './sidebar.tsx'
import { ShortcutListener } from './shortcut-listener.tsx'
import { setTheme, themeLabels, themes } from './theme.ts'
import { useCommands } from './use-commands.ts'
import { ViewerGate } from './viewer-gate.tsx'
import { writeCookie } from './write-cookie.ts'

const Palette = lazy(() => import('./palette.tsx').then(module => ({ default: module.Palette })))
const KeysHelp = lazy(() => import('./keys-help.tsx').then(module => ({ default: module.KeysHelp })))
const SidebarDrawer = lazy(() =>
  import('./sidebar-drawer.tsx').then(module => ({ default: module.SidebarDrawer })),
)

export interface ConsoleShellProps {
  account: PageAccount
  sidebarOpen: boolean
  singleKeys: boolean
  children: ReactNode
}

/** The frame of every page: sidebar, palette, keys. */
export function ConsoleShell({
  account,
  sidebarOpen: initiallyOpen,
  singleKeys: initialSingleKeys,
  children,
}: ConsoleShellProps) {
  const [sidebarOpen, setSidebarOpen] = useState(initiallyOpen)
  const [popUp, setPopUp] = useState<'palette' | 'keys' | 'sidebar' | null>(null)
  const [singleKeys, keepSingleKeys] = useState(initialSingleKeys)
  const setSingleKeys = (on: boolean) => {
    keepSingleKeys(on)
    writeCookie('sextant_single_keys', on ? 'on' : 'off')
  }
  const close = () => setPopUp(null)

  const toggleSidebar = () => {
    if (window.matchMedia('(max-width: 639px)').matches) return setPopUp('sidebar')
    setSidebarOpen(!sidebarOpen)
    writeCookie('sextant_sidebar', sidebarOpen ? 'closed' : 'open')
  }

  useCommands([
    {
      id: 'palette',
      label: 'Search or jump to',
      section: 'View',
      shortcut: { key: 'k', mod: true },
      hidden: true,
      run: () => setPopUp('palette'),
    },
    {
      id: 'sidebar',
      label: 'Show or hide the sidebar',
      section: 'View',
      shortcut: { key: 'b', mod: true },
      run: toggleSidebar,
    },
    {
      id: 'keys',
      label: 'Show all keys',
      section: 'View',
      shortcut: { key: '?' },
      run: () => setPopUp('keys'),
    },
    ...themes.map(theme => ({
      id: `theme-${theme}`,
      label: `Theme: ${themeLabels[theme].toLowerCase()}`,
      section: 'Theme' as const,
      run: () => setTheme(theme),
    })),
  ])

  return (
    <AccountContext value={account}>
      <SidebarContext
        value={{
          open: sidebarOpen,
          toggle: toggleSidebar,
          showKeys: () => setPopUp('keys'),
          singleKeys,
          setSingleKeys,
        }}
      >
        <a
          href="#main"
          className="absolute -top-12 left-2 z-50 rounded-md bg-accent px-3 py-1 text-on-accent focus:top-2"
        >
          Skip to the playground
        </a>
        <div className="flex h-dvh min-h-0" data-member={account.signedIn ? account.id : undefined}>
          <nav
            aria-label="Main"
            className={sidebarOpen ? 'hidden w-52 shrink-0 border-r border-line sm:block' : 'hidden'}
          >
            <Sidebar onSearch={() => setPopUp('palette')} onKeys={() => setPopUp('keys')} />
          </nav>
          <div className="flex min-w-0 flex-1 flex-col">
            <ViewerGate>{children}</ViewerGate>
          </div>
        </div>
        <ShortcutListener singleKeys={singleKeys} />
        <Suspense>
          {popUp === 'palette' && <Palette onClose={close} />}
          {popUp === 'keys' && (
            <KeysHelp onClose={close} singleKeys={singleKeys} onSingleKeys={setSingleKeys} />
          )}
          {popUp === 'sidebar' && (
            <SidebarDrawer
              onClose={close}
              onSearch={() => setPopUp('palette')}
              onKeys={() => setPopUp('keys')}
            />
          )}
        </Suspense>
      </SidebarContext>
    </AccountContext>
  )
}
