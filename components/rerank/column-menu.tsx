'use client'
import { Copy } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { keptHits } from '#lib/client/rerank/kept-hits.ts'
import type { RankedColumn } from '#lib/client/rerank/ranked-column.ts'
import { useBoardView } from './board-context.ts'

/** What can be done with what a column keeps. */
export function ColumnMenu({ result, column }: { result: BoardResult; column: RankedColumn }) {
  const [{ threshold }] = useBoardView()
  const kept = keptHits(column.hits, column.run === null ? null : threshold)
  if (kept.length === 0) return null
  const texts = kept.map(({ index }) => result.question.documents[index] ?? '')
  return (
    <IconButton
      label={`Copy the ${kept.length} kept documents`}
      onClick={() => void copy(texts.join('\n\n'), `${kept.length} documents`)}
    >
      <Copy size={14} aria-hidden />
    </IconButton>
  )
}
