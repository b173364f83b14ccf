'use client'
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import type { HistorySummary } from '#lib/client/history-entry.ts'
import type { History } from '#lib/client/history.ts'

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export function HistoryRow({
  summary,
  history,
  onOpen,
}: {
  summary: HistorySummary
  history: History | null
  onOpen: () => void
}) {
  const [renaming, setRenaming] = useState(false)
  const title = summary.name ?? summary.title
  const rename = (name: string) => {
    setRenaming(false)
    if (name !== summary.name) void history?.rename(summary.id, name)
  }
  const remove = async () => {
    const entry = await history?.get(summary.id)
    await history?.delete(summary.id)
    if (entry)
      showToast('Entry deleted', { action: { label: 'Undo', onSelect: () => void history?.save(entry) } })
  }
  return (
    <li className="group border-b border-line py-1">
      {renaming ? (
        <Input
          aria-label={`Name of ${title}`}
          defaultValue={title}
          // The field appears because the user asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus
          onBlur={event => rename(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') rename(event.currentTarget.value)
            if (event.key === 'Escape') {
              event.stopPropagation()
              setRenaming(false)
            }
          }}
        />
      ) : (
        <div className="flex items-center gap-1">
          <button
            type="button"
            onClick={onOpen}
            className="min-w-0 flex-1 rounded-md px-2 py-1 text-left hover:bg-sunken"
          >
            <span className="block truncate">{title}</span>
            <span className="block text-xs text-muted">
              {when.format(summary.createdAt)}
              {summary.state && summary.state !== 'done' && ` · ${summary.state}`}
              {summary.pinned && ' · pinned'}
            </span>
          </button>
          <IconButton label={`Rename ${title}`} onClick={() => setRenaming(true)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
          <IconButton
            label={summary.pinned ? `Unpin ${title}` : `Pin ${title}`}
            onClick={() => void history?.pin(summary.id, !summary.pinned)}
          >
            {summary.pinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
          </IconButton>
          <IconButton label={`Delete ${title}`} onClick={() => void remove()}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      )}
    </li>
  )
}
