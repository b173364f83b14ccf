'use client'
import { createContext, useContext } from 'react'
import { type Shortcut, showShortcut } from './shortcut.ts'

/** Whether the browser runs on Apple's system, read by the server from the User-Agent: no flash of the wrong key. */
export const PlatformContext = createContext(false)

/** Writes a shortcut as this machine names its keys. */
export function useShowShortcut(): (shortcut: Shortcut) => string {
  const apple = useContext(PlatformContext)
  return shortcut => showShortcut(shortcut, apple)
}
