'use client'
import { useQuery } from '@tanstack/react-query'
import { localModelsQuery } from '#components/playground/form/model/local-models.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { toLoadingNote } from './model/run-wait.ts'

const askAgainMs = 500

/**
 * Says that an embedded model is being loaded or downloaded, while a run waits for a response that is no stream.
 * @param props.model of the run
 */
export function LoadingNote({ model: id, className }: { model: string; className?: string }) {
  const embedded = useModel(id)?.owned_by === 'local'
  const { data: locals } = useQuery({
    ...localModelsQuery,
    enabled: embedded,
    staleTime: 0,
    refetchInterval: askAgainMs,
  })
  const local = locals?.data.find(each => each.id === id)
  const note = local === undefined ? null : toLoadingNote(local)
  if (note === null) return null
  return (
    <p role="status" className={className}>
      {note}
    </p>
  )
}
