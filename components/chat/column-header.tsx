'use client'
import { CopyPlus, Square, X } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { addColumn, columnsMax, removeColumn, type Column } from '#lib/client/chat/chat-state.ts'
import { newId } from '#lib/client/new-id.ts'
import { useChatState, useChatStore, useRunning } from './chat-context.ts'
import { columnLabel } from './column-label.ts'

/** Names a column; chooses, stops, copies and removes it. */
export function ColumnHeader({ column, index, active }: { column: Column; index: number; active: boolean }) {
  const store = useChatStore()
  const full = useChatState().columns.length === columnsMax
  const running = useRunning(column.id)
  const name = columnLabel(column, index)
  const activate = () => store.update(state => ({ ...state, activeId: column.id }))
  return (
    <header className="sticky top-0 z-10 flex items-center border-b border-line bg-panel pr-1 pl-1">
      <button
        type="button"
        aria-pressed={active}
        title="Edit this column"
        onClick={activate}
        className={classNames(
          'control min-w-0 flex-1 truncate rounded-md px-2 text-left -outline-offset-2',
          active ? 'font-medium text-text' : 'text-muted hover:text-text',
        )}
      >
        {name}
      </button>
      {running && (
        <IconButton label={`Stop column ${index + 1}`} onClick={() => store.runs.stop(column.id)}>
          <Square size={14} aria-hidden />
        </IconButton>
      )}
      {!running && !full && (
        <IconButton
          label={`Copy column ${index + 1}`}
          onClick={() => store.update(state => addColumn({ ...state, activeId: column.id }, newId()))}
        >
          <CopyPlus size={14} aria-hidden />
        </IconButton>
      )}
      {!running && (
        <IconButton
          label={`Remove column ${index + 1}`}
          onClick={() => store.update(state => removeColumn(state, column.id))}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </header>
  )
}
