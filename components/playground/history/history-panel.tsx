'use client'

import { useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Drawer } from '#components/ui/overlay/drawer.tsx'
import { CloseButton } from '#components/ui/button/close-button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import type { HistoryEntry, HistorySummary } from './model/history-entry.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { download } from '#components/playground/download.ts'
import { useHistoryList } from './use-history-list.ts'
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { History } from './model/history.ts'

export interface HistoryPanelProps {
  contract: ContractInfo
  onClose: () => void
  onOpen: (entry: HistoryEntry) => void
}

/** The playground's history in this browser. Opening an entry never runs it. */
export function HistoryPanel({ contract, onClose, onOpen }: HistoryPanelProps) {
  const [search, setSearch] = useState('')
  const { history, summaries } = useHistoryList(contract.id, search)
  const file = useRef<HTMLInputElement>(null)
  const open = async (id: string) => {
    const entry = await history?.get(id)
    if (entry) onOpen(entry)
  }
  const importFile = async (chosen: File | undefined) => {
    if (!chosen || !history) return
    const { added, skipped, problems } = await history.import(await chosen.text())
    showToast(`${added} imported, ${skipped} skipped`, {
      ...(problems.length > 0 && {
        description: problems
          .slice(0, 3)
          .map(({ line, reason }) => `Line ${line}: ${reason}`)
          .join(' '),
      }),
    })
  }
  const clear = async () => {
    const kept = await history?.export(contract.id)
    await history?.clear(contract.id)
    showToast('History cleared', {
      action: { label: 'Undo', onSelect: () => void history?.import(kept ?? '') },
    })
  }
  return (
    <Drawer open onClose={onClose} title="History" side="right">
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="flex-1 text-base font-semibold">History</h2>
        <Menu
          trigger={<Button variant="plain">Export or import</Button>}
          actions={[
            {
              label: 'Export (JSONL)',
              onSelect: () =>
                void history
                  ?.export(contract.id)
                  .then(lines => download(`${contract.id}-history.jsonl`, lines, 'application/jsonl')),
            },
            { label: 'Import (JSONL)', onSelect: () => file.current?.click() },
            { label: 'Clear', onSelect: () => void clear() },
          ]}
        />
        <CloseButton onClick={onClose} />
      </header>
      <input
        ref={file}
        type="file"
        accept=".jsonl,application/jsonl"
        aria-label="History file"
        className="hidden"
        onChange={event => {
          void importFile(event.target.files?.[0])
          // The same file can be selected again after it is fixed.
          event.target.value = ''
        }}
      />
      <div className="p-3">
        <Input
          aria-label="Search history"
          placeholder="Search"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        {history && !history.persistent && (
          <p className="mt-2 text-xs text-warn">
            This browser blocks storage. History is lost when you close this page.
          </p>
        )}
      </div>
      <ul className="scroll min-h-0 flex-1 px-3 pb-3">
        {summaries.map(summary => (
          <HistoryRow
            key={summary.id}
            summary={summary}
            history={history}
            onOpen={() => void open(summary.id)}
          />
        ))}
        {summaries.length === 0 && (
          <li className="p-2 text-muted">
            {search ? 'No matching runs' : 'Your runs appear here, in this browser only.'}
          </li>
        )}
      </ul>
    </Drawer>
  )
}

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function HistoryRow({
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
          // The field appears on a user action.
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
            className="min-w-0 flex-1 rounded-md px-2 py-1 text-left hover:bg-hover"
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
