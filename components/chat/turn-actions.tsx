'use client'

import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { useChatStore } from './chat-context.ts'
import type { Column } from './model/chat-state.ts'
import type { Turn } from './model/conversation.ts'
import { deleteTurn } from './model/edit-turn.ts'
import { muteTurn } from './model/mute-turn.ts'
import { roleLabels } from './role-labels.ts'

/** Edits, excludes or deletes a message. */
export function TurnActions({
  turn,
  column,
  onEdit,
}: {
  turn: Turn
  column: Column
  /** Without it, the message cannot be edited. */
  onEdit?: () => void
}) {
  const store = useChatStore()
  const role = roleLabels[turn.message.role].toLowerCase()
  return (
    <>
      {onEdit && (
        <IconButton label={`Edit the ${role} message`} className="size-7" onClick={onEdit}>
          <Pencil size={14} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={turn.muted ? 'Include message' : 'Exclude message: keep it without sending'}
        className="size-7"
        aria-pressed={turn.muted}
        onClick={() => store.update(state => muteTurn(state, column.id, turn.id, !turn.muted))}
      >
        {turn.muted ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
      </IconButton>
      <IconButton
        label={`Delete the ${role} message`}
        className="size-7"
        onClick={() => store.update(state => deleteTurn(state, column.id, turn.id))}
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </>
  )
}
