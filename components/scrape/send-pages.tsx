'use client'
import { SendMenu } from '#components/playground/handoff/send-menu.tsx'
import { useSendTo } from '#components/playground/handoff/use-send-to.ts'
import type { ParcelItem } from '#components/playground/handoff/model/parcel.ts'
import { toPageItems, toPageParts } from './model/page-item.ts'
import type { ScrapeRow } from './model/scrape-row.ts'
import { useScrape, useScrapePlace } from './scrape-context.ts'

// Where texts are compared with each other, parts of a page are often the better texts.
const takesParts: ReadonlySet<string> = new Set(['embeddings', 'rerank'])

/** Sends pages to another playground, whole or cut at their headings; nothing runs there. */
export function SendPages({ rows, compact = false }: { rows: readonly ScrapeRow[]; compact?: boolean }) {
  const { playground } = useScrapePlace()
  const all = useScrape().rows
  // The runs of a panel are in no history: the way back leads to its playground alone.
  const runId = playground === 'scrape' ? (rows[0]?.run?.id ?? null) : null
  const content = (items: readonly ParcelItem[]) => ({ items, query: null, runId })
  const whole = useSendTo({ from: playground, kind: 'pages', content: () => content(toPageItems(rows)) })
  const parts = useSendTo({ from: playground, kind: 'pages', content: () => content(toPageParts(rows)) })
  const label = rows.length === 1 ? 'Send the page to' : `Send ${rows.length} pages to`
  const actions = whole.flatMap(({ contract, name, send }) => [
    { label: name, onSelect: () => void send() },
    ...parts
      .filter(part => part.contract === contract && takesParts.has(contract))
      .map(part => ({ label: `${name}, split by headings`, onSelect: () => void part.send() })),
  ])
  // The palette offers what is most in sight: all pages, or the one there is.
  const inPalette = playground === 'scrape' && (!compact || all.length === 1)
  return <SendMenu label={label} actions={actions} compact={compact && 'small'} inPalette={inPalette} />
}
