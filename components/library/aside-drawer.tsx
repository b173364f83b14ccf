'use client'
import { CloseButton } from '#components/ui/button/close-button.tsx'
import { Drawer } from '#components/ui/overlay/drawer.tsx'
import { LibraryAside } from './library-aside.tsx'

/** The collections on narrow screens. */
export function AsideDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title="Collections" side="left">
      <div className="flex justify-end p-1">
        <CloseButton onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1">
        <LibraryAside onLeave={onClose} />
      </div>
    </Drawer>
  )
}
