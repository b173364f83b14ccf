'use client'
import { useRef } from 'react'

const pauseMs = 700

/** Collects what is typed in one go; a pause begins a new word. Null for a key that writes nothing. */
export function useTypeAhead(): (key: string, atMs: number) => string | null {
  const typed = useRef({ text: '', atMs: 0 })
  return (key, atMs) => {
    // The keys of the page stay the page's: `/` leads to the address, `?` lists the keys.
    if (!/^[\p{L}\p{N}._-]$/u.test(key)) return null
    const { text, atMs: before } = typed.current
    const next = atMs - before > pauseMs ? key : text + key
    typed.current = { text: next, atMs }
    return next
  }
}
