import type { Call } from '#lib/capabilities/call.ts'
import { ApiError } from '#lib/errors.ts'
import { cosine } from './retrieve/cosine.ts'
import type { EmbeddedQuery } from './retrieve/embed-query.ts'
import type { SearchJob } from './search-job.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchRun } from './search-run.ts'

/**
 * How like each text is to the query, −1…1.
 * @returns null where the embedding model cannot be asked, or gives vectors that do not compare
 */
export async function likenessOf(
  query: EmbeddedQuery | null,
  texts: readonly string[],
  { ranker }: SearchJob,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): Promise<number[] | null> {
  if (query === null || ranker === null) return null
  if (texts.length === 0) return []
  try {
    const { vectors, model } = await run.outside(
      parts.embed({ model: ranker.model, texts, task: 'retrieval.passage' }, call),
    )
    const comparable = vectors.every(vector => vector.length === query.values.length)
    if (model !== query.embedder || !comparable || vectors.length !== texts.length) return null
    return vectors.map(vector => cosine(query.values, vector))
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof ApiError) return null
    throw error
  }
}
