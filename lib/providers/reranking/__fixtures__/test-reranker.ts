import type { TestContext } from 'vitest'
import { serve, type Answer } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import type { RerankQuestion } from '#lib/providers/reranking/rerank-model.ts'

export function questionOf(
  documents: readonly string[],
  options: Partial<RerankQuestion> = {},
): RerankQuestion {
  return { query: 'q', documents, maxTokensPerDoc: 4096, ...options }
}

/** A reranker in front of a server that gives these answers. */
export async function serveReranker(
  context: TestContext,
  settings: Partial<ProviderEntry> & { readonly path?: string; readonly modelId?: string },
  ...answers: readonly Answer[]
) {
  const { modelId = 'm-1', ...entry } = settings
  const { provider, received } = await serve(context, entry, ...answers)
  const model = provider.reranking?.(modelId)
  if (model === undefined) throw new Error('this provider has no rerankers')
  return { model, received }
}
