'use client'
import { SquarePen } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useScrapeSession } from './session-context.ts'

/** Starts over. */
export function ScrapeHeaderActions() {
  const session = useScrapeSession()
  return (
    <IconButton label="New reading" onClick={session.startNew}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
