import type { Draft } from '#lib/client/draft.ts'
import { batchTextsMax, type EmbeddingsRequest, modelsOf } from './request.ts'
import { rowsOf } from './text-source.ts'

/** Every request that the next press of Run would send, in order: batch after batch, model after model. */
export function plannedRequests(request: EmbeddingsRequest, contract: string): readonly Draft[] {
  const { rows } = rowsOf(request.source)
  return modelsOf(request).flatMap((model, place) => {
    const body = place === 0 ? request.body : { ...request.body, model }
    if (request.source.kind === 'raw' || rows.length <= batchTextsMax) return [{ contract, body }]
    return Array.from({ length: Math.ceil(rows.length / batchTextsMax) }, (_, batch) => {
      const start = batch * batchTextsMax
      const input = rows.slice(start, start + batchTextsMax).map(row => row.text)
      return { contract, body: { ...body, input } }
    })
  })
}
