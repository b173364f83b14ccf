'use client'
import { SquarePen } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useDocumentsSession } from './session-context.ts'

/** Starts over. */
export function DocumentsHeaderActions() {
  const session = useDocumentsSession()
  return (
    <IconButton label="New reading" onClick={session.startNew}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
