'use client'
import { createContext, useContext } from 'react'
import { type Shortcut, showShortcut } from './shortcut.ts'

/** Whether this is an Apple platform. The server reads it from the User-Agent, so the modifier does not flicker. */
export const PlatformContext = createContext(false)

/** Formats a shortcut for the current platform. */
export function useShowShortcut(): (shortcut: Shortcut) => string {
  const apple = useContext(PlatformContext)
  return shortcut => showShortcut(shortcut, apple)
}
