'use client'

import { History, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import { takesModel } from '#components/playground/form/model/takes-model.ts'
import type { PlaygroundLayoutProps } from './playground-layout-props.ts'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { useHistoryList } from '#components/playground/history/use-history-list.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

const HistoryPanel = lazy(() =>
  import('#components/playground/history/history-panel.tsx').then(module => ({
    default: module.HistoryPanel,
  })),
)

export function PlaygroundHeader({
  title,
  contract,
  draft,
  onDraftChange,
  headerActions,
  onOpenEntry,
}: PlaygroundLayoutProps) {
  const sidebar = useSidebar()
  const [historyOpen, setHistoryOpen] = useState(false)
  const { summaries } = useHistoryList(contract.id, '')
  const openEntry = (entry: HistoryEntry) => {
    setHistoryOpen(false)
    if (onOpenEntry) onOpenEntry(entry)
    else onDraftChange(entry.draft)
  }
  useCommands([
    { id: 'history', label: 'Show history', section: 'History', run: () => setHistoryOpen(true) },
    ...summaries.slice(0, 10).map((summary): Command => ({
      id: `history-${summary.id}`,
      label: summary.name ?? summary.title,
      section: 'History',
      run: () =>
        void loadHistory()
          .then(history => history.get(summary.id))
          .then(entry => entry && openEntry(entry)),
    })),
  ])
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-panel pr-3 pl-4 max-sm:px-2">
      <SidebarButton />
      <h1 className="mr-2 text-base font-semibold max-sm:mr-0">{title}</h1>
      {takesModel(contract) && (
        <ModelPicker
          contract={contract}
          value={typeof draft.body['model'] === 'string' ? draft.body['model'] : null}
          onChange={model => onDraftChange({ ...draft, body: { ...draft.body, model } })}
        />
      )}
      <span className="flex-1" />
      {headerActions}
      <ShareButton draft={draft} />
      <Button variant="plain" onClick={() => setHistoryOpen(true)}>
        <History size={16} aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">History</span>
      </Button>
      <IconButton label="Keyboard shortcuts" keys="?" onClick={sidebar.showKeys} className="max-sm:hidden">
        <Kbd>?</Kbd>
      </IconButton>
      <Suspense>
        {historyOpen && (
          <HistoryPanel contract={contract} onClose={() => setHistoryOpen(false)} onOpen={openEntry} />
        )}
      </Suspense>
    </header>
  )
}

const ShareDialog = lazy(() =>
  import('#components/playground/share/share-dialog.tsx').then(module => ({ default: module.ShareDialog })),
)

/** Ways to share this request. */
function ShareButton({ draft }: { draft: Draft }) {
  const [sharing, setSharing] = useState(false)
  useCommands([{ id: 'share', label: 'Share this request', section: 'Run', run: () => setSharing(true) }])
  return (
    <>
      <Button variant="plain" onClick={() => setSharing(true)}>
        <Share2 size={16} aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">Share</span>
      </Button>
      <Suspense>{sharing && <ShareDialog draft={draft} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
