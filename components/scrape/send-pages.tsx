'use client'
import { Send } from 'lucide-react'
import { useSendTo } from '#components/playground/use-send-to.ts'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu, type MenuAction } from '#components/ui/menu.tsx'
import type { ParcelItem } from '#lib/client/parcel.ts'
import { toPageItems, toPageParts } from '#lib/client/scrape/page-item.ts'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
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
  if (whole.length === 0) return null
  const label = rows.length === 1 ? 'Send the page to' : `Send ${rows.length} pages to`
  const actions = whole.flatMap(({ contract, name, send }) => [
    { label: name, onSelect: () => void send() },
    ...parts
      .filter(part => part.contract === contract && takesParts.has(contract))
      .map(part => ({ label: `${name}, split by headings`, onSelect: () => void part.send() })),
  ])
  // The palette offers what is most in sight: all pages, or the one there is.
  const inPalette = playground === 'scrape' && (!compact || all.length === 1)
  return (
    <>
      <Menu
        trigger={
          compact ? (
            <IconButton label={label} className="size-6 coarse:size-10">
              <Send size={14} aria-hidden />
            </IconButton>
          ) : (
            <Button variant="plain">
              <Send size={14} aria-hidden />
              {label}
            </Button>
          )
        }
        actions={actions}
      />
      {inPalette && <SendCommands label={label} actions={actions} />}
    </>
  )
}

function SendCommands({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  useCommands(
    actions.map((action): Command => ({
      id: `send-to-${action.label}`,
      label: `${label} ${action.label}`,
      section: 'Send to',
      run: action.onSelect,
    })),
  )
  return null
}
