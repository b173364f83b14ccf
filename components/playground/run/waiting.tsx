'use client'
import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { localModelsQuery } from '#components/playground/form/model/local-models.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { Elapsed } from './elapsed.tsx'
import { readNotedModel, toRunWait } from './model/run-wait.ts'

/**
 * Why a run has no content yet, with a clock; while an embedded model is loaded, with its progress.
 * @param props.model empty: unknown
 * @param props.note the wait reason that the stream states
 */
export function Waiting({
  model: ownModel,
  note,
  since,
}: {
  model: string
  note: string | null
  since: number
}) {
  const id = readNotedModel(note) ?? ownModel
  const model = useModel(id)
  const embedded = model?.owned_by === 'local'
  const { data: locals } = useQuery({ ...localModelsQuery, enabled: embedded })
  const { text, percent } = toRunWait(note, {
    id,
    sizeBytes: locals?.data.find(each => each.id === id)?.size_bytes,
    // An embedded model has a measured speed once it is in memory.
    loads: embedded && model.prompt_tokens_per_second === undefined,
  })
  return (
    <div className="flex flex-col gap-1.5 text-muted">
      <p className="flex flex-wrap items-center gap-2">
        <LoaderCircle
          size={16}
          aria-hidden
          className="animate-spin text-accent-text motion-reduce:animate-none"
        />
        {text}
        <span className="tabular-nums">
          <Elapsed since={since} />
        </span>
      </p>
      {percent !== null && <Progress label={text} value={percent} max={100} text={text} />}
    </div>
  )
}
