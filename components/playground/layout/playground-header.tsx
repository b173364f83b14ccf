'use client'

import { History, PanelRight, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useShowShortcut } from '#components/shell/platform-context.tsx'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import type { PlaygroundLayoutProps } from './playground-layout-props.ts'
import { HeaderAction } from './header-action.tsx'
import type { PlaygroundTab } from './use-playground-tab.ts'
import { useHistoryList } from '#components/playground/history/use-history-list.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

const HistoryPanel = lazy(() =>
  import('#components/playground/history/history-panel.tsx').then(module => ({
    default: module.HistoryPanel,
  })),
)

/** Title, then New, Compare, History, Share, More and the inspector, in this order on every page. */
export function PlaygroundHeader({
  tab,
  title,
  contract,
  draft,
  onDraftChange,
  headerActions,
  moreActions,
  onOpenEntry,
}: PlaygroundLayoutProps & { tab: PlaygroundTab }) {
  const show = useShowShortcut()
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
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-3 pl-5 max-sm:h-13 max-sm:px-3">
      <SidebarButton />
      <h1 className="mr-2 text-base font-semibold max-sm:mr-0">{title}</h1>
      <span className="flex-1" />
      {headerActions}
      <HeaderAction icon={History} label="History" onClick={() => setHistoryOpen(true)} />
      <ShareButton draft={draft} />
      {moreActions}
      <span aria-hidden className="mx-1 h-4 w-px bg-line-strong max-sm:hidden" />
      <IconButton
        label="Request"
        keys={show({ key: '.', mod: true })}
        aria-pressed={tab.requestShown}
        aria-controls="request"
        onClick={tab.toggleRequest}
      >
        <PanelRight size={16} aria-hidden />
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
      <HeaderAction icon={Share2} label="Share" onClick={() => setSharing(true)} />
      <Suspense>{sharing && <ShareDialog draft={draft} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
