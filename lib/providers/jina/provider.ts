import { defineProvider, probeEmbeddings } from '#lib/providers/define-provider.ts'
import { textsOf } from '#lib/providers/embedding/embedding-adapter.ts'
import type { EmbedRequest } from '#lib/providers/embedding/embedding-model.ts'
import { findOpenAiVectors } from '#lib/providers/embedding/find-openai-vectors.ts'
import { embeddingModel, type ListedModel, rerankModel } from '#lib/providers/listed-model.ts'
import { readModelList } from '#lib/providers/read-model-list.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'

/** @see https://jina.ai/embeddings */
export const jina = defineProvider({
  id: 'jina',
  hosts: [/(^|\.)jina\.ai$/],
  models: [
    embeddingModel('jina-embeddings-v4', 32_768, 2048, true),
    embeddingModel('jina-embeddings-v3', 8192, 1024, true),
    embeddingModel('jina-embeddings-v2-base-en', 8192, 768, false),
    rerankModel('jina-reranker-v3', 131_072),
    rerankModel('jina-reranker-m0', 10_240),
    rerankModel('jina-reranker-v2-base-multilingual', 1024),
  ],
  probe: probeEmbeddings('jina-embeddings-v4'),
  list: listModels,
  // Most fields have the same names as in our API, which adopted Jina's.
  embeddings: {
    path: '/embeddings',
    limits: { itemsMax: 256 },
    takesTokens: false,
    truncates: true,
    toBody: (request, modelId) => ({
      ...request.extra,
      model: modelId,
      input: textsOf(request),
      embedding_type: request.encoding,
      normalized: request.normalized,
      truncate: request.truncate,
      // The second generation supports neither tasks nor other sizes, and rejects unknown fields.
      ...(!modelId.includes('-v2-') && newerFields(request)),
    }),
    findVectors: findOpenAiVectors,
  },
  rerank: createJinaRerank(),
})

async function listModels(
  get: (path: string) => Promise<unknown>,
  known: readonly ListedModel[],
): Promise<readonly ListedModel[]> {
  try {
    // The list uses the ids of the model hub, the other routes only the last part.
    const listed = readModelList(await get('/models'))
      .map(model => ({ ...model, id: model.id.replace(/^jina-ai\//, '') }))
      .filter(({ id }) => !known.some(model => model.id === id))
    return [...known, ...listed]
  } catch (error) {
    if (error instanceof UpstreamError) return known
    throw error
  }
}

function newerFields({ task, dimensions, lateChunking }: EmbedRequest): Record<string, unknown> {
  return {
    ...(task !== null && { task }),
    ...(dimensions !== null && { dimensions }),
    ...(lateChunking && { late_chunking: true }),
  }
}
