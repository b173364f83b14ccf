import type { Draft } from '#lib/client/draft.ts'
import { type EmbeddingsRequest, modelsOf } from './request.ts'
import { batchesOf, rowsOf } from './text-source.ts'

/** Every request that the next press of Run would send, in order: batch after batch, model after model. */
export function plannedRequests(request: EmbeddingsRequest, contract: string): readonly Draft[] {
  const { rows } = rowsOf(request.source)
  const batches = request.source.kind === 'raw' ? [] : batchesOf(request.source)
  return modelsOf(request).flatMap((model, place) => {
    const body = place === 0 ? request.body : { ...request.body, model }
    if (batches.length < 2) return [{ contract, body }]
    return batches.map(({ start, end }) => ({
      contract,
      body: { ...body, input: rows.slice(start, end).map(row => row.text) },
    }))
  })
}
