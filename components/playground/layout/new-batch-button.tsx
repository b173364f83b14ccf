import { SquarePen } from 'lucide-react'
import { HeaderAction } from './header-action.tsx'
import { usePersistedSession } from './persisted-session-context.ts'

/** Starts over; finished runs stay in the history. */
export function NewBatchButton() {
  const session = usePersistedSession()
  return <HeaderAction icon={SquarePen} label="New" aria-label="New batch" onClick={session.startNew} />
}
