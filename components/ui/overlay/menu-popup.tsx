'use client'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { MenuAction } from './menu.tsx'

/** The open menu, with the same trigger as before loading. */
export function MenuPopup({
  trigger,
  actions,
  byKeyboard,
}: {
  trigger: ReactElement
  actions: readonly MenuAction[]
  byKeyboard: boolean
}) {
  const popup = useRef<HTMLDivElement>(null)
  // Later, the menu itself focuses the first action; this time it was open before it saw the key.
  useEffect(() => {
    if (!byKeyboard) return
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [byKeyboard])
  return (
    <BaseMenu.Root modal={false} defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-50">
          <BaseMenu.Popup ref={popup} className="pop min-w-40 p-1 outline-none">
            <MenuItems actions={actions} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** A separate component: it remounts on each open, and so rereads the selected action. */
function MenuItems({ actions }: { actions: readonly MenuAction[] }) {
  const areChoices = actions.some(action => action.isChosen)
  if (!areChoices) {
    return actions.map(action => (
      <BaseMenu.Item
        key={action.label}
        disabled={action.disabled ?? false}
        onClick={action.onSelect}
        className={itemClassName}
      >
        {action.icon}
        {action.label}
      </BaseMenu.Item>
    ))
  }
  return (
    <BaseMenu.RadioGroup defaultValue={actions.find(action => action.isChosen?.())?.label}>
      {actions.map(action => (
        <BaseMenu.RadioItem
          key={action.label}
          value={action.label}
          disabled={action.disabled ?? false}
          closeOnClick
          onClick={action.onSelect}
          className={itemClassName}
        >
          {action.icon}
          {action.label}
          <BaseMenu.RadioItemIndicator className="ml-auto">
            <Check size={14} aria-hidden />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

const itemClassName =
  'flex h-7 cursor-default items-center gap-2 rounded px-2 outline-none select-none data-disabled:opacity-55 data-highlighted:bg-hover coarse:h-10'
