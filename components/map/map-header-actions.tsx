'use client'
import { SquarePen } from 'lucide-react'
import { useContext } from 'react'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ReadingContext } from './reading-context.ts'

/** Starts over; the former map stays in the history. */
export function MapHeaderActions() {
  const session = useKeptSession()
  const reading = useContext(ReadingContext)
  const startNew = () => {
    reading.open(null)
    session.startNew()
  }
  return (
    <IconButton label="New map" onClick={startNew}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
