'use client'
import { PanelLeft } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { useShowShortcut } from './platform-context.tsx'
import { useSidebar } from './sidebar-context.tsx'

/** Opens the sidebar while it is hidden. */
export function SidebarButton() {
  const sidebar = useSidebar()
  const show = useShowShortcut()
  return (
    <IconButton
      label="Sidebar"
      keys={show({ key: 'b', mod: true })}
      onClick={sidebar.toggle}
      className={sidebar.open ? '-ml-2 sm:hidden' : '-ml-2'}
    >
      <PanelLeft size={16} aria-hidden />
    </IconButton>
  )
}
