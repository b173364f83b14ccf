'use client'
import { Segmented } from '#components/ui/segmented.tsx'
import { Button } from '#components/ui/button.tsx'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { shapes, type Sort } from '#lib/client/rerank/board-view.ts'
import { useBoardView } from './board-context.ts'
import { BoardExport } from './board-export.tsx'

const shapeLabels = { list: 'Ranking', bump: 'Moves', judge: 'Judge' }
const sortLabels: Readonly<Record<Sort, string>> = {
  score: 'Score',
  input: 'Input',
  change: 'Change',
  disagreement: 'Disagreement',
}

/** How the result is looked at: nothing here is sent. */
export function BoardToolbar({ result }: { result: BoardResult }) {
  const [view, setView] = useBoardView()
  const sorts: readonly Sort[] =
    result.columns.length > 1 ? ['score', 'input', 'change', 'disagreement'] : ['score', 'input', 'change']
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.5 max-sm:px-2">
      <Segmented
        label="View"
        choices={shapes.map(shape => ({ value: shape, label: shapeLabels[shape] }))}
        value={view.shape}
        onChange={value => setView({ shape: shapes.find(shape => shape === value) ?? 'list' })}
      />
      {view.shape === 'list' && (
        <fieldset
          aria-label="Sort by"
          className="flex flex-wrap items-center max-sm:order-last max-sm:basis-full"
        >
          <span aria-hidden className="mr-1 text-xs text-muted">
            Sort
          </span>
          {sorts.map(sort => (
            <Button
              key={sort}
              variant="plain"
              aria-pressed={view.sort === sort}
              className="h-6 border-b-2 px-1 text-xs coarse:h-10 aria-pressed:text-text not-aria-pressed:border-b-transparent aria-pressed:rounded-b-none aria-pressed:border-b-accent"
              onClick={() => setView({ sort })}
            >
              {sortLabels[sort]}
            </Button>
          ))}
        </fieldset>
      )}
      <span className="ml-auto flex items-center gap-1">
        <Button
          variant="plain"
          aria-pressed={view.keywords}
          data-tip="A ranking by shared words alone, made in this browser: what a reranker has to beat"
          className="h-6 px-1.5 text-xs aria-pressed:border-control aria-pressed:text-text coarse:h-10"
          onClick={() => setView({ keywords: !view.keywords })}
        >
          Keywords
        </Button>
        <BoardExport result={result} />
      </span>
    </div>
  )
}
