'use client'
import {
  cloneElement,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

const MenuPopup = lazy(() => import('./menu-popup.tsx').then(module => ({ default: module.MenuPopup })))

export interface MenuAction {
  label: string
  icon?: ReactNode
  onSelect: () => void
  disabled?: boolean
  /** For single-choice menus: whether this action is selected, read on each open. */
  isChosen?: () => boolean
}

export interface MenuProps {
  trigger: ReactElement<{
    onClick?: (event: MouseEvent) => void
    'aria-haspopup'?: 'menu'
    'aria-expanded'?: boolean
  }>
  actions: readonly MenuAction[]
}

/** A button that opens a list of actions; the list loads on the first click. */
export function Menu({ trigger, actions }: MenuProps) {
  const [wanted, setWanted] = useState<'keyboard' | 'pointer' | null>(null)
  const closed = cloneElement(trigger, {
    // A click without a pointer is a key press.
    onClick: event => setWanted(event.detail === 0 ? 'keyboard' : 'pointer'),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  if (wanted === null) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup trigger={trigger} actions={actions} byKeyboard={wanted === 'keyboard'} />
    </Suspense>
  )
}
