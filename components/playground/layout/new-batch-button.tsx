import { SquarePen } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { usePersistedSession } from './persisted-session-context.ts'

/** Starts over; finished runs stay in the history. */
export function NewBatchButton() {
  const session = usePersistedSession()
  return (
    <IconButton label="New batch" onClick={session.startNew}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
