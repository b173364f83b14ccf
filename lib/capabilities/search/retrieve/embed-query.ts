import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import { asInvalid, rankerParam, type SearchJob } from '#lib/capabilities/search/search-job.ts'
import type { SearchDeps } from '#lib/capabilities/search/search-deps.ts'
import type { SearchRun } from '#lib/capabilities/search/search-run.ts'

/** A query's vector, and the model that made it. */
export interface EmbeddedQuery {
  readonly values: Float32Array
  readonly embedder: string
}

/**
 * @returns null in speed mode and where the embedding model is unavailable: a ranking failure should not fail
 * a search
 * @throws ApiError `invalid_value` where the request names a model that does not exist
 */
export async function embedQuery(
  { ranker }: SearchJob,
  query: string,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<EmbeddedQuery | null> {
  if (ranker === null || query === '') return null
  try {
    const { vectors, model } = await run.outside(
      deps.embed({ model: ranker.model, texts: [query], task: 'retrieval.query' }, context),
    )
    const [values] = vectors
    return values === undefined ? null : { values, embedder: model }
  } catch (error) {
    run.signal.throwIfAborted()
    if (ranker.named && error instanceof ApiError && error.code === 'model_not_found') {
      throw asInvalid(error, rankerParam)
    }
    // The attempt is in the log.
    if (error instanceof ApiError) return null
    throw error
  }
}
