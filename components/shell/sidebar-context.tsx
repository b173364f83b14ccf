'use client'
import { createContext, useContext } from 'react'

export interface SidebarState {
  readonly open: boolean
  readonly toggle: () => void
  readonly showKeys: () => void
}

export const SidebarContext = createContext<SidebarState>({
  open: true,
  toggle: () => undefined,
  showKeys: () => undefined,
})

export function useSidebar(): SidebarState {
  return useContext(SidebarContext)
}
