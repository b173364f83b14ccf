'use client'
import { useSyncExternalStore } from 'react'
import { watchTheme } from './scatter/theme.ts'

/** Whether the page is dark now, by choice or by the system. */
export function useDark(): boolean {
  return useSyncExternalStore(watchTheme, readDark, () => false)
}

function readDark(): boolean {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'dark' || chosen === 'light') return chosen === 'dark'
  return window.matchMedia('(prefers-color-scheme: dark)').matches
}
