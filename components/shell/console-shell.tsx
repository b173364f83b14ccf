'use client'

import { lazy, type ReactNode, Suspense, useState, useEffect } from 'react'
import { AccountContext, type PageAccount, useAccount } from './account-context.tsx'
import { SidebarContext } from './sidebar-context.tsx'
import { Sidebar } from './sidebar.tsx'
import { setTheme, themeLabels, themes } from './theme.ts'
import { useCommands } from './use-commands.ts'
import { writeCookie } from './write-cookie.ts'
import { usePathname } from 'next/navigation'
import { playgrounds } from './navigation.tsx'
import { listCommands } from './commands.ts'
import { isEditable, matchesShortcut } from './shortcut.ts'

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

/** Layout of every page: sidebar, command palette, keyboard shortcuts. */
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
    // Narrower pages always have the icons; the drawer shows the labels.
    if (window.matchMedia('(max-width: 1239px)').matches) return setPopUp('sidebar')
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
      label: 'Toggle sidebar',
      section: 'View',
      shortcut: { key: 'b', mod: true },
      run: toggleSidebar,
    },
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
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
          Skip to content
        </a>
        <div className="flex h-dvh min-h-0" data-member={account.signedIn ? account.id : undefined}>
          <nav aria-label="Main" className="sidebar" data-collapsed={!sidebarOpen}>
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

// Lazy: only viewers need it.
const ViewerPage = lazy(() =>
  import('./unavailable-page.tsx').then(module => ({ default: module.ViewerPage })),
)

/** Replaces playgrounds for viewers; the server enforces that viewers cannot run requests. */
function ViewerGate({ children }: { children: ReactNode }) {
  const { role } = useAccount()
  const path = usePathname()
  const playground = playgrounds.find(({ href }) => path === href || path.startsWith(`${href}/`))
  if (role !== 'viewer' || playground === undefined) return children
  return (
    <Suspense>
      <ViewerPage title={playground.label} />
    </Suspense>
  )
}

/** The only key listener; the command registered last wins a shared shortcut. */
function ShortcutListener({ singleKeys }: { singleKeys: boolean }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = listCommands().findLast(
        ({ shortcut, enabled }) => shortcut && matchesShortcut(shortcut, event) && (enabled?.() ?? true),
      )
      if (!command?.shortcut) {
        if (event.key === 'Escape' && isEditable(event.target) && !inDialog(event.target)) leave(event.target)
        return
      }
      const single = !command.shortcut.mod && command.shortcut.key !== 'Escape'
      if (single && (!singleKeys || isEditable(event.target) || inDialog(event.target))) return
      event.preventDefault()
      if (!event.repeat) command.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [singleKeys])
  return null
}

/** Escape leaves a field when there is nothing to stop or close, so that single-key shortcuts work again. */
function leave(target: EventTarget | null): void {
  if (target instanceof HTMLElement) target.blur()
}

function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}
