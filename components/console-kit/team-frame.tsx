'use client'
import type { ReactNode } from 'react'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'

/**
 * Layout of a team page: a header with its content below.
 * @param fill the content fills the page and scrolls itself
 */
export function TeamFrame({
  title,
  actions,
  fill = false,
  children,
}: {
  title: string
  actions?: ReactNode
  fill?: boolean
  children: ReactNode
}) {
  const sidebar = useSidebar()
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-2">
        <SidebarButton />
        <h1 className="text-base font-semibold">{title}</h1>
        <span className="flex-1" />
        {actions}
        <IconButton label="Keyboard shortcuts" keys="?" onClick={sidebar.showKeys} className="max-sm:hidden">
          <Kbd>?</Kbd>
        </IconButton>
      </header>
      {fill ? (
        <main id="main" className="flex min-h-0 flex-1 flex-col">
          {children}
        </main>
      ) : (
        <main id="main" className="scroll min-h-0 flex-1">
          <div className="mx-auto flex max-w-6xl flex-col gap-6 p-4 max-sm:px-3 max-sm:py-2">{children}</div>
        </main>
      )}
    </>
  )
}
