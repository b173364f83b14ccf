'use client'
import { useRef } from 'react'

const pauseMs = 700

export interface TypeAhead {
  /** What was typed in one go, this key included; null for a key that writes nothing. */
  readonly type: (key: string, atMs: number) => string | null
  /** Another key was pressed: what comes next begins a new word. */
  readonly end: () => void
}

/** Collects what is typed to find a row; a pause begins a new word. */
export function useTypeAhead(): TypeAhead {
  const typed = useRef({ text: '', atMs: 0 })
  const type = (key: string, atMs: number) => {
    // The keys of the page stay the page's: `/` leads to the address, `?` lists the keys.
    if (!/^[\p{L}\p{N}._-]$/u.test(key)) return null
    const { text, atMs: before } = typed.current
    const next = atMs - before > pauseMs ? key : text + key
    typed.current = { text: next, atMs }
    return next
  }
  const end = () => {
    typed.current = { text: '', atMs: 0 }
  }
  return { type, end }
}
