'use client'
import { SquarePen } from 'lucide-react'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import { IconButton } from '#components/ui/icon-button.tsx'

/** Starts over. */
export function ScrapeHeaderActions() {
  const session = useKeptSession()
  return (
    <IconButton label="New reading" onClick={session.startNew}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
