'use client'
import { Download } from 'lucide-react'
import { download } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { useBoard } from './board-context.ts'

const load = () => import('#lib/client/rerank/export-board.ts')

/** The rankings and the grades as files. */
export function BoardExport({ result }: { result: BoardResult }) {
  const { truth } = useBoard()
  const ranked = result.columns.some(({ hits }) => hits.length > 0)
  const graded = Object.keys(truth.grades).length > 0
  return (
    <Menu
      trigger={
        <IconButton label="Export the ranking" className="size-6 coarse:size-10">
          <Download size={14} aria-hidden />
        </IconButton>
      }
      actions={[
        {
          label: 'Ranking (CSV)',
          disabled: !ranked,
          onSelect: () =>
            void load().then(({ toBoardCsv }) =>
              download('ranking.csv', toBoardCsv(result, truth), 'text/csv;charset=utf-8'),
            ),
        },
        {
          label: 'Ranking (JSON)',
          disabled: !ranked,
          onSelect: () =>
            void load().then(({ toBoardJson }) =>
              download('ranking.json', toBoardJson(result, truth), 'application/json'),
            ),
        },
        {
          label: 'Ranking (TREC run)',
          disabled: !ranked,
          onSelect: () => void load().then(({ toTrecRun }) => download('ranking.run', toTrecRun(result))),
        },
        {
          label: 'Grades (TREC qrels)',
          disabled: !graded,
          onSelect: () =>
            void load().then(({ toTrecQrels }) => download('grades.qrels', toTrecQrels(result, truth))),
        },
      ]}
    />
  )
}
