'use client'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import type { MenuAction } from './menu.tsx'

/** The open menu; its trigger looks as it did before it was loaded. */
export function MenuPopup({ trigger, actions }: { trigger: ReactElement; actions: readonly MenuAction[] }) {
  return (
    <BaseMenu.Root modal={false} defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-50">
          <BaseMenu.Popup className="pop min-w-40 p-1 outline-none">
            {actions.map(action => (
              <BaseMenu.Item
                key={action.label}
                disabled={action.disabled ?? false}
                onClick={action.onSelect}
                className="flex h-7 cursor-default items-center gap-2 rounded px-2 outline-none select-none data-disabled:opacity-55 data-highlighted:bg-sunken coarse:h-10"
              >
                {action.icon}
                {action.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
