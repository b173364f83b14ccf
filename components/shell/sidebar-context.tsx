'use client'
import { createContext, useContext } from 'react'

export interface SidebarState {
  readonly open: boolean
  readonly toggle: () => void
  readonly showKeys: () => void
  /** Whether single-key shortcuts are on. */
  readonly singleKeys: boolean
  readonly setSingleKeys: (on: boolean) => void
}

export const SidebarContext = createContext<SidebarState>({
  open: true,
  toggle: () => undefined,
  showKeys: () => undefined,
  singleKeys: true,
  setSingleKeys: () => undefined,
})

export function useSidebar(): SidebarState {
  return useContext(SidebarContext)
}
