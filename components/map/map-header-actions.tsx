'use client'
import { SquarePen } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useMapSession } from './session-context.ts'

/** Starts over; the former map stays in the history. */
export function MapHeaderActions() {
  const session = useMapSession()
  return (
    <IconButton label="New map" onClick={session.startNew}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
