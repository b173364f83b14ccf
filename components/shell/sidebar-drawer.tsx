'use client'
import { Drawer } from '#components/ui/overlay/drawer.tsx'
import { Sidebar } from './sidebar.tsx'

export function SidebarDrawer({
  onClose,
  onSearch,
  onKeys,
}: {
  onClose: () => void
  onSearch: () => void
  onKeys: () => void
}) {
  return (
    <Drawer open onClose={onClose} title="Menu" side="left" className="w-[min(16rem,80vw)]">
      <nav aria-label="Main" className="h-full">
        <Sidebar onSearch={onSearch} onKeys={onKeys} onLeave={onClose} />
      </nav>
    </Drawer>
  )
}
