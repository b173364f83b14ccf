'use client'
import { type ReactNode, useState } from 'react'

/** Renders its children from the first time they are shown on, and keeps them: what is not looked at costs nothing. */
export function WhenShown({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  return seen ? children : null
}
