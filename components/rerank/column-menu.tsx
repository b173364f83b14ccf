'use client'
import { Copy } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { keptHits } from '#lib/client/rerank/kept-hits.ts'
import type { RankedColumn } from '#lib/client/rerank/ranked-column.ts'
import { useBoardView } from './board-context.ts'

/** What can be done with what a column keeps: copy it, or send it on in this order. */
export function ColumnMenu({ result, column }: { result: BoardResult; column: RankedColumn }) {
  const [{ threshold }] = useBoardView()
  const { documents, query } = result.question
  const kept = keptHits(column.hits, column.run === null ? null : threshold)
  if (kept.length === 0) return null
  const what = `${formatCount(kept.length)} ${kept.length === 1 ? 'document' : 'documents'}`
  const items = kept.map(({ index, score }) => ({
    text: documents[index] ?? '',
    // A score of keywords is no share of anything.
    ...(column.run !== null && { score }),
  }))
  return (
    <span className="flex">
      <IconButton
        label={`Copy ${what}`}
        onClick={() => void copy(items.map(({ text }) => text).join('\n\n'), what)}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      <SendToMenu
        from="rerank"
        kind="documents"
        compact
        label={`Send ${what} to`}
        inPalette={column.id === result.columns[0]?.id}
        content={() => ({ items, query: query === '' ? null : query, runId: column.run?.id ?? null })}
      />
    </span>
  )
}
