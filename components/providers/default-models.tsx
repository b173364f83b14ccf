'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { chooseDefault, listModelSettings } from './model/model-settings.ts'
import type { ModelRows, ProviderJob } from '#lib/contracts/console/providers.ts'

const ModelList = lazy(() =>
  import('#components/playground/form/model-list.tsx').then(module => ({ default: module.ModelList })),
)

type DefaultModel = ModelRows['defaults'][number]

const labels = {
  chat: 'Search answers',
  embeddings: 'Library and ranking',
  rerank: 'Reranking',
  speech: 'Transcription',
} satisfies Record<ProviderJob, string>

/** The default model for each job, used when a request names none. */
export function DefaultModels({ onChanged }: { onChanged: () => Promise<void> }) {
  const { data } = useQuery({ queryKey: ['model-settings', '', 1], queryFn: () => listModelSettings('', 0) })
  return (
    <ul
      aria-label="Default models"
      className="grid min-h-14 grid-cols-4 gap-2 max-lg:grid-cols-2 max-sm:grid-cols-1"
    >
      {data?.defaults.map(defaultModel => (
        <li
          key={defaultModel.job}
          className="min-w-0 rounded-lg border border-line bg-card px-3 py-2 text-xs"
        >
          <DefaultModelField defaultModel={defaultModel} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

function DefaultModelField({
  defaultModel,
  onChanged,
}: {
  defaultModel: DefaultModel
  onChanged: () => Promise<void>
}) {
  const [choosing, setChoosing] = useState(false)
  const { data: models } = useQuery({ ...modelsQuery, enabled: choosing })
  const { job, model, chosen, from, until_restart: former, problem } = defaultModel
  const choose = (id: string | null) =>
    void chooseDefault(job, id)
      .then(onChanged)
      .then(() => {
        setChoosing(false)
        showToast(`Default model for ${job} updated`)
      })
      .catch((error: unknown) => showFailure('Default model not changed', error))
  return (
    <>
      <h3 className="text-muted">{labels[job]}</h3>
      {choosing ? (
        <Suspense fallback={<p className="truncate text-sm">{model ?? '–'}</p>}>
          <ModelList
            label={`Default model for ${job}`}
            models={(models ?? []).filter(each => each.type === job)}
            problem={null}
            loaded={models !== undefined}
            value={chosen ?? model}
            onPick={choose}
          />
        </Suspense>
      ) : (
        <p className="truncate text-sm" title={model ?? undefined}>
          {model ?? 'none'}
        </p>
      )}
      {former !== null && (
        <p className="break-words text-warn">
          Takes effect after a restart, which reindexes the library. Current model: {former}
        </p>
      )}
      {problem !== null && <p className="text-bad">{problem}</p>}
      {from === 'file' ? (
        <p className="text-muted">set in sextant.yaml</p>
      ) : (
        <p className="flex gap-3">
          {!choosing && (
            <Button
              variant="link"
              onClick={() => setChoosing(true)}
              aria-label={`Change the default model for ${job}`}
            >
              Change
            </Button>
          )}
          {chosen !== null && (
            <Button
              variant="link"
              onClick={() => choose(null)}
              aria-label={`Reset the default model for ${job}`}
            >
              Reset
            </Button>
          )}
        </p>
      )}
    </>
  )
}
