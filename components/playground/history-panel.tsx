'use client'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Drawer } from '#components/ui/drawer.tsx'
import { CloseButton } from '#components/ui/close-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { download } from './download.ts'
import { HistoryRow } from './history-row.tsx'
import { useHistoryList } from './use-history-list.ts'

export interface HistoryPanelProps {
  contract: ContractInfo
  onClose: () => void
  onOpen: (entry: HistoryEntry) => void
}

/** What this browser remembers of the playground. Opening an entry never runs it. */
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
    showToast(`${added} imported, ${skipped} already here`, {
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
          trigger={<Button variant="plain">Export, import</Button>}
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
          // The same file may be chosen again, once it was mended.
          event.target.value = ''
        }}
      />
      <div className="p-3">
        <Input
          aria-label="Search the history"
          placeholder="Search"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        {history && !history.persistent && (
          <p className="mt-2 text-xs text-warn">
            This browser keeps nothing: the history ends with this page.
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
            {search ? 'Nothing holds these words.' : 'Runs appear here, in this browser only.'}
          </li>
        )}
      </ul>
    </Drawer>
  )
}
