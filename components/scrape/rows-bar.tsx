'use client'
import { Download, RotateCcw } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { formatCount } from '#lib/client/format.ts'
import { toPagesJsonl, toPagesMarkdown } from '#lib/client/scrape/export-pages.ts'
import { isGoing, isRead, isUnread, type ScrapeRow, stateOfRow } from '#lib/client/scrape/scrape-row.ts'
import { sumTokens } from '#lib/client/scrape/sum-tokens.ts'
import { useScrapeStore } from './scrape-context.ts'
import { SendPages } from './send-pages.tsx'

/** How far the pages of a press are, and what can be done with all of them. */
export function RowsBar({ rows }: { rows: readonly ScrapeRow[] }) {
  const store = useScrapeStore()
  const read = rows.filter(isRead)
  const warned = rows.filter(row => stateOfRow(row) === 'warning').length
  const unread = rows.filter(isUnread).length
  const going = rows.filter(isGoing).length
  const { tokens, estimated } = sumTokens(read)
  const words = [
    `${formatCount(read.length)} of ${formatCount(rows.length)} read`,
    warned > 0 && `${formatCount(warned)} with a warning`,
    unread > 0 && `${formatCount(unread)} not read`,
    tokens !== null && `${estimated ? '≈ ' : ''}${formatCount(tokens)} tokens`,
  ]
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-b border-line px-4 py-1.5 max-sm:px-3">
      <p className="text-xs text-muted">{words.filter(Boolean).join(' · ')}</p>
      <div className="-mx-2.5 flex min-h-7 flex-wrap items-center text-xs">
        {going > 0 && (
          <Button variant="plain" onClick={store.stop}>
            Cancel all
          </Button>
        )}
        {unread > 0 && (
          <Button variant="plain" onClick={store.retryUnread}>
            <RotateCcw size={14} aria-hidden />
            Read {formatCount(unread)} again
          </Button>
        )}
        {read.length > 0 && (
          <>
            <Menu
              trigger={
                <Button variant="plain">
                  <Download size={14} aria-hidden />
                  Take away
                </Button>
              }
              actions={[
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
            />
            <SendPages rows={read} />
          </>
        )}
      </div>
      {going > 0 && (
        <Progress
          label="Pages read"
          value={rows.length - going}
          max={rows.length}
          text={`${rows.length - going} of ${rows.length} pages`}
        />
      )}
    </div>
  )
}
