'use client'
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

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
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>
  actions: readonly MenuAction[]
}

/** A button that opens a list of actions; the list loads on the first click. */
export function Menu({ trigger, actions }: MenuProps) {
  const [wanted, setWanted] = useState(false)
  const closed = cloneElement(trigger, {
    onClick: () => setWanted(true),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup trigger={trigger} actions={actions} />
    </Suspense>
  )
}
