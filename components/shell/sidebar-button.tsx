'use client'
import { PanelLeft } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { useShowShortcut } from './platform-context.tsx'
import { useSidebar } from './sidebar-context.tsx'

/** Opens the sidebar as a drawer on phones, where it is hidden, and widens it where it shows icons only. */
export function SidebarButton() {
  const sidebar = useSidebar()
  const show = useShowShortcut()
  return (
    <IconButton
      label="Sidebar"
      keys={show({ key: 'b', mod: true })}
      onClick={sidebar.toggle}
      className={sidebar.open ? '-ml-2 xl:hidden' : '-ml-2'}
    >
      <PanelLeft size={16} aria-hidden />
    </IconButton>
  )
}
