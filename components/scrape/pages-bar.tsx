'use client'
import { ArrowDown } from 'lucide-react'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { RowsBar } from '#components/playground/rows-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { toPageEntries } from '#lib/client/library/page-entries.ts'
import { toPagesJsonl, toPagesMarkdown } from '#lib/client/scrape/export-pages.ts'
import { nextUnread } from '#lib/client/scrape/next-unread.ts'
import { isGoing, isRead, isUnread, type ScrapeRow, stateOfRow } from '#lib/client/scrape/scrape-row.ts'
import { sumTokens } from '#lib/client/scrape/sum-tokens.ts'
import { useScrapeStore } from './scrape-context.ts'
import { SendPages } from './send-pages.tsx'

// As many as are in sight at once, about.
const fewRows = 5

/** How far the pages of a press are, and what can be done with all of them. */
export function PagesBar({ rows }: { rows: readonly ScrapeRow[] }) {
  const store = useScrapeStore()
  const read = rows.filter(isRead)
  const unread = rows.filter(isUnread).length
  const { tokens, estimated } = sumTokens(read)
  return (
    <RowsBar
      noun="pages"
      counts={{
        total: rows.length,
        read: read.length,
        warned: rows.filter(row => stateOfRow(row) === 'warning').length,
        unread,
        going: rows.filter(isGoing).length,
      }}
      more={tokens === null ? null : `${estimated ? '≈ ' : ''}${formatCount(tokens)} tokens`}
      onStop={store.stop}
      onRetry={store.retryUnread}
      exports={[
        { label: 'Copy as Markdown', onSelect: () => void copy(toPagesMarkdown(rows), 'Markdown') },
        {
          label: 'Download as Markdown (.md)',
          onSelect: () => download('pages.md', toPagesMarkdown(rows), 'text/markdown;charset=utf-8'),
        },
        {
          label: 'Download as lines of JSON (.jsonl)',
          onSelect: () => download('pages.jsonl', toPagesJsonl(rows), 'application/jsonl'),
        },
      ]}
    >
      {read.length > 0 && (
        <AddToLibrary noun="page" entries={() => toPageEntries(read)} count={read.length} inPalette />
      )}
      {read.length > 0 && <SendPages rows={read} />}
      {unread > 0 && rows.length > fewRows && (
        <Button
          variant="plain"
          onClick={() => store.update(state => ({ ...state, chosen: nextUnread(rows, state.chosen) }))}
        >
          <ArrowDown size={14} aria-hidden />
          Next not read
        </Button>
      )}
    </RowsBar>
  )
}
