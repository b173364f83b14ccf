'use client'
import { useMemo } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { type ReplayFigure, toReplayFigures } from './model/replay-figures.ts'
import { toAnswerText } from './model/to-answer-text.ts'
import type { Run } from '#lib/client/run.ts'
import { WordDiff } from '#components/playground/run/word-diff.tsx'

const columns: readonly Column<ReplayFigure>[] = [
  { id: 'label', label: 'Metric', cell: row => row.label },
  { id: 'earlier', label: 'Original', align: 'right', cell: row => row.earlier },
  { id: 'now', label: 'Replay', align: 'right', cell: row => row.now },
]

/** Both responses to one request and their figures, as a word diff. */
export function ReplayDiff({ earlier, now, onClose }: { earlier: Run; now: Run; onClose: () => void }) {
  const before = useMemo(() => toAnswerText(earlier), [earlier])
  const after = useMemo(() => toAnswerText(now), [now])
  const figures = useMemo(() => toReplayFigures(earlier, now), [earlier, now])
  return (
    <Dialog open onClose={onClose} title="Original and replay" className="w-[min(56rem,calc(100vw-16px))]">
      <div className="flex flex-col gap-4">
        <Table
          caption="Metrics of both runs"
          columns={columns}
          rows={figures}
          rowKey={row => row.label}
          empty=""
        />
        <section aria-label="Differences between the answers" className="flex flex-col gap-1.5">
          <h3 className="font-semibold">Differences between the answers</h3>
          <p className="text-xs text-muted">
            Removed text is struck through, added text is underlined.
            {earlier.cut && ' Only the beginning of the original answer was stored.'}
          </p>
          <div
            tabIndex={0}
            role="region"
            aria-label="Word diff"
            className="max-h-[50vh] overflow-auto rounded-md border border-line bg-sunken p-3 break-words whitespace-pre-wrap"
          >
            <WordDiff
              before={before}
              after={after}
              whenEmpty="Neither answer has text"
              whenSame="No differences"
            />
          </div>
        </section>
      </div>
    </Dialog>
  )
}
