'use client'
import { useQuery } from '@tanstack/react-query'
import { firstModel, modelsFor } from '#components/playground/choose-model.ts'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { ModelDownload } from '#components/playground/model-download.tsx'
import { Button } from '#components/ui/button.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { formatScore } from '#lib/client/rerank/format-score.ts'
import { readCheck, toCheckDraft } from '#lib/client/search/check-sentence.ts'
import type { Evidence } from '#lib/client/search/find-evidence.ts'
import { sentModel } from '#lib/client/sent-model.ts'
import { useNeighbours } from './search-context.ts'
import { useSideRun } from './use-side-run.ts'

/** Asks a rerank model how well the passages go with a sentence; shared words alone may mislead. */
export function CheckButton({ sentence, evidence }: { sentence: string; evidence: readonly Evidence[] }) {
  const { rerank } = useNeighbours()
  const { data } = useQuery(modelsQuery)
  const { run, start } = useSideRun('rerank', rerank.path)
  const model = data ? firstModel('rerank', modelsFor('rerank', data)) : null
  const check = () => {
    if (model !== null)
      start(
        toCheckDraft(
          sentence,
          evidence.map(({ passage }) => passage),
          model,
        ),
      )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <Button className="text-xs" disabled={model === null || run?.state === 'running'} onClick={check}>
          Check
        </Button>
        {run === null && <span>{model === null ? 'No rerank model is there.' : `Runs ${model}.`}</span>}
        <output>
          {run?.state === 'running' && `${sentModel(run)} reads …`}
          {run?.state === 'done' &&
            `${sentModel(run)}: ${readCheck(run, evidence.length)
              .map(
                (score, index) => `[${evidence[index]?.source}] ${score === null ? '–' : formatScore(score)}`,
              )
              .join(' · ')} (0 to 1)`}
        </output>
      </div>
      {run === null && <ModelDownload model={model} />}
      {run?.failure && <ErrorCard run={run} onRetry={check} />}
    </div>
  )
}
