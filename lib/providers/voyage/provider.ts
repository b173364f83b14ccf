import { defineProvider, probeEmbeddings } from '#lib/providers/define-provider.ts'
import { smallestSize, textsOf } from '#lib/providers/embedding/embedding-adapter.ts'
import type { EmbeddingTask } from '#lib/providers/embedding/embedding-model.ts'
import { findOpenAiVectors } from '#lib/providers/embedding/find-openai-vectors.ts'
import { embeddingModel, rerankModel } from '#lib/providers/listed-model.ts'
import { readScoreList } from '#lib/providers/reranking/rerank-adapter.ts'

/**
 * It has no model list.
 * @see https://docs.voyageai.com/reference/embeddings-api
 * @see https://docs.voyageai.com/reference/reranker-api
 */
export const voyage = defineProvider({
  id: 'voyage',
  hosts: [/(^|\.)voyageai\.com$/],
  models: [
    embeddingModel('voyage-4-large', 32_000, undefined, true),
    embeddingModel('voyage-4', 32_000, undefined, true),
    embeddingModel('voyage-4-lite', 32_000, undefined, true),
    embeddingModel('voyage-3-large', 32_000, undefined, true),
    embeddingModel('voyage-3.5', 32_000, undefined, true),
    embeddingModel('voyage-3.5-lite', 32_000, undefined, true),
    embeddingModel('voyage-code-3', 32_000, undefined, true),
    embeddingModel('voyage-finance-2', 32_000, 1024, false),
    embeddingModel('voyage-law-2', 16_000, 1024, false),
    rerankModel('rerank-2.5', 32_000),
    rerankModel('rerank-2.5-lite', 32_000),
  ],
  probe: probeEmbeddings('voyage-4-large'),
  list: (_get, models) => Promise.resolve(models),
  // The large models accept 120,000 tokens per request.
  embeddings: {
    path: '/embeddings',
    limits: { itemsMax: 256, bytesMax: 360_000 },
    takesTokens: false,
    truncates: true,
    toBody: (request, modelId) => {
      const inputType = request.task === null ? undefined : inputTypes[request.task]
      return {
        model: modelId,
        input: textsOf(request),
        truncation: request.truncate,
        ...(inputType !== undefined && { input_type: inputType }),
        ...(request.dimensions !== null && { output_dimension: smallestSize(sizes, request.dimensions) }),
        // Numbers are the default; no value of the field requests them.
        ...(request.encoding === 'base64' && { encoding_format: 'base64' }),
      }
    },
    findVectors: findOpenAiVectors,
  },
  // The smaller models accept 300,000 tokens per request and count the query again for each document; a token
  // counts as three bytes.
  rerank: {
    path: '/rerank',
    limits: { itemsMax: 1000, bytesMax: 900_000 },
    scale: 'probability',
    toBody: ({ query, documents }, modelId) => ({
      model: modelId,
      query,
      documents,
      top_k: documents.length,
      return_documents: false,
      truncation: true,
    }),
    readRanking: answer => readScoreList(answer, { list: 'data', score: 'relevance_score' }),
  },
})

const sizes = [256, 512, 1024, 2048] as const

const inputTypes: Partial<Record<EmbeddingTask, string>> = {
  'retrieval.query': 'query',
  'retrieval.passage': 'document',
}
