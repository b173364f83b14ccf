'use client'
import { useMemo } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { type ReplayFigure, toReplayFigures } from '#components/requests/model/replay-figures.ts'
import { toAnswerText } from '#components/requests/model/to-answer-text.ts'
import type { Run } from '#lib/client/run.ts'
import { WordDiff } from '#components/playground/run/word-diff.tsx'

const columns: readonly Column<ReplayFigure>[] = [
  { id: 'label', label: 'Figure', cell: row => row.label },
  { id: 'earlier', label: 'Then', align: 'right', cell: row => row.earlier },
  { id: 'now', label: 'Now', align: 'right', cell: row => row.now },
]

/** Both responses to one request and their figures, as a word diff. */
export function ReplayDiff({ earlier, now, onClose }: { earlier: Run; now: Run; onClose: () => void }) {
  const before = useMemo(() => toAnswerText(earlier), [earlier])
  const after = useMemo(() => toAnswerText(now), [now])
  const figures = useMemo(() => toReplayFigures(earlier, now), [earlier, now])
  return (
    <Dialog open onClose={onClose} title="Then and now" className="w-[min(56rem,calc(100vw-16px))]">
      <div className="flex flex-col gap-4">
        <Table
          caption="Figures of both"
          columns={columns}
          rows={figures}
          rowKey={row => row.label}
          empty=""
        />
        <section aria-label="Difference of the answers" className="flex flex-col gap-1.5">
          <h3 className="font-semibold">Difference of the answers</h3>
          <p className="text-xs text-muted">
            What only then had is struck through, what only now has is underlined.
            {earlier.cut && ' Of the answer of then only the beginning was kept.'}
          </p>
          <div
            tabIndex={0}
            role="region"
            aria-label="Difference, word by word"
            className="max-h-[50vh] overflow-auto rounded-md border border-line bg-sunken p-3 break-words whitespace-pre-wrap"
          >
            <WordDiff
              before={before}
              after={after}
              whenEmpty="Neither answer has a text."
              whenSame="Both answers are the same."
            />
          </div>
        </section>
      </div>
    </Dialog>
  )
}
