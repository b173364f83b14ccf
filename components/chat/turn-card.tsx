'use client'
import { Pencil, Trash2, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Column } from '#lib/client/chat/chat-state.ts'
import type { Turn } from '#lib/client/chat/conversation.ts'
import { deleteTurn } from '#lib/client/chat/edit-turn.ts'
import { estimateMessage } from '#lib/client/chat/estimate-message.ts'
import { formatCount } from '#lib/client/format.ts'
import { readImages, readText } from '#lib/client/chat/message-text.ts'
import { muteTurn } from '#lib/client/chat/mute-turn.ts'
import { BranchSwitcher } from './branch-switcher.tsx'
import { useChatStore, useRecord } from './chat-context.ts'
import { ImageCard } from './image-card.tsx'
import { roleLabels } from './role-labels.ts'
import { TurnEditor } from './turn-editor.tsx'

export interface TurnCardProps {
  turn: Turn
  column: Column
  /** Its path in the body; null while it is not sent. */
  field: string | null
}

/** One message of the request: read, edit, mute, delete, or turn to another branch. */
export function TurnCard({ turn, column, field }: TurnCardProps) {
  const store = useChatStore()
  const running = useRecord(turn)?.state === 'running'
  const [edited, setEdited] = useState<string | null>(null)
  const editing = edited === turn.id
  const { message, muted } = turn
  const role = roleLabels[message.role]
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const empty = readText(message) === '' && calls.length === 0 && readImages(message).length === 0
  return (
    <li
      data-field={field}
      tabIndex={-1}
      className={classNames('rounded-md border border-line bg-panel', muted && 'border-dashed opacity-70')}
    >
      <header className="flex min-h-8 items-center gap-1 border-b border-line pr-1 pl-2.5">
        <span className="font-medium">{role}</span>
        {message.role === 'tool' && <code className="truncate text-muted">{message.tool_call_id}</code>}
        {muted && <span className="text-xs text-muted">muted</span>}
        <BranchSwitcher column={column} turnId={turn.id} />
        <span className="flex-1 text-right text-xs text-muted">
          {!empty && `≈ ${formatCount(estimateMessage(message))} tokens`}
        </span>
        {!running && (
          <>
            <IconButton label={`Edit the ${role.toLowerCase()} message`} onClick={() => setEdited(turn.id)}>
              <Pencil size={14} aria-hidden />
            </IconButton>
            <IconButton
              label={muted ? 'Send it again' : 'Mute: keep, but do not send'}
              aria-pressed={muted}
              onClick={() => store.update(state => muteTurn(state, column.id, turn.id, !muted))}
            >
              {muted ? <VolumeX size={14} aria-hidden /> : <Volume2 size={14} aria-hidden />}
            </IconButton>
            <IconButton
              label={`Delete the ${role.toLowerCase()} message`}
              onClick={() => store.update(state => deleteTurn(state, column.id, turn.id))}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </>
        )}
      </header>
      {editing ? (
        <TurnEditor key={turn.id} turn={turn} columnId={column.id} onClose={() => setEdited(null)} />
      ) : (
        <div className="flex flex-col gap-2 px-2.5 py-2">
          {readText(message) !== '' && (
            <p
              className={classNames(
                'break-words whitespace-pre-wrap',
                message.role === 'user' ? 'line-clamp-6 text-base' : 'line-clamp-2 text-muted',
              )}
            >
              {readText(message)}
            </p>
          )}
          {readImages(message).map((image, index) => (
            <ImageCard key={index} image={image} />
          ))}
          {calls.map(call => (
            <p key={call.id} className="truncate text-muted">
              calls <code className="text-text">{call.function.name}</code>{' '}
              <code>{call.function.arguments}</code>
            </p>
          ))}
          {running && <p className="text-muted">is being written …</p>}
          {!running && empty && (
            <p className="text-muted">{field === null && !muted ? 'no answer: it is not sent' : 'empty'}</p>
          )}
        </div>
      )}
    </li>
  )
}
