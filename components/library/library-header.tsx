'use client'
import type { ReactNode } from 'react'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'

/** The header of a library page. */
export function LibraryHeader({ heading, actions }: { heading: ReactNode; actions: ReactNode }) {
  const sidebar = useSidebar()
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-2">
      <SidebarButton />
      {heading}
      <span className="flex-1" />
      {actions}
      <IconButton label="Keyboard shortcuts" keys="?" onClick={sidebar.showKeys} className="max-sm:hidden">
        <Kbd>?</Kbd>
      </IconButton>
    </header>
  )
}
