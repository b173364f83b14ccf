'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ModelTriggerContent, modelTriggerStyle } from '#components/playground/form/model-trigger.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { chooseDefault, listModelSettings } from './model/model-settings.ts'
import type { ModelRows, ProviderJob } from '#lib/contracts/console/providers.ts'

const ModelList = lazy(() =>
  import('#components/playground/form/model-list.tsx').then(module => ({ default: module.ModelList })),
)

type DefaultModel = ModelRows['defaults'][number]

const labels = {
  chat: 'Chat and search answers',
  embeddings: 'Embeddings and library',
  rerank: 'Reranking',
  speech: 'Transcription',
} satisfies Record<ProviderJob, string>

/** The default model for each job, used when a request names none. */
export function DefaultModels({ onChanged }: { onChanged: () => Promise<void> }) {
  const { data } = useQuery({ queryKey: ['model-settings', '', 1], queryFn: () => listModelSettings('', 0) })
  return (
    <ul
      aria-label="Default models"
      className="grid min-h-14 grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1"
    >
      {data?.defaults.map(defaultModel => (
        <li key={defaultModel.job} className="min-w-0">
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
  const { data: models } = useQuery(modelsQuery)
  const { job, model, chosen, from, until_restart: former, problem } = defaultModel
  const choose = (id: string | null) =>
    void chooseDefault(job, id)
      .then(onChanged)
      .then(() => showToast(`Default model for ${job} updated`))
      .catch((error: unknown) => showFailure('Default model not changed', error))
  const closed = (
    <button
      type="button"
      aria-label={`Default model for ${job}: ${model ?? 'none'}`}
      disabled={from === 'file'}
      onClick={() => setChoosing(true)}
      className={classNames(
        modelTriggerStyle,
        'w-full max-w-none disabled:cursor-not-allowed disabled:bg-sunken',
      )}
    >
      <ModelTriggerContent model={models?.find(({ id }) => id === model)} value={model} whenNone="None" />
    </button>
  )
  return (
    <div className="text-xs">
      <h3 className="mb-1 text-sm">{labels[job]}</h3>
      <div className="text-sm [&>button]:w-full [&>button]:max-w-none [&_svg]:ml-auto">
        {!choosing && closed}
        {choosing && (
          <Suspense fallback={closed}>
            <ModelList
              label={`Default model for ${job}`}
              models={(models ?? []).filter(each => each.type === job)}
              problem={null}
              loaded={models !== undefined}
              value={chosen ?? model}
              onPick={choose}
            />
          </Suspense>
        )}
      </div>
      {former !== null && (
        <p className="mt-1 break-words text-warn">
          Takes effect after a restart, which reindexes the library. Current model: {former}
        </p>
      )}
      {problem !== null && <p className="mt-1 text-bad">{problem}</p>}
      {from === 'file' && <p className="mt-1 text-muted">set in sextant.yaml</p>}
      {from !== 'file' && chosen !== null && (
        <Button
          variant="link"
          className="mt-1 px-0 text-xs"
          onClick={() => choose(null)}
          aria-label={`Reset the default model for ${job}`}
        >
          Reset
        </Button>
      )}
    </div>
  )
}
