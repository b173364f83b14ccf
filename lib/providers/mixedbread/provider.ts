import { defineProvider, probeEmbeddings } from '#lib/providers/define-provider.ts'
import { textsOf } from '#lib/providers/embedding/embedding-adapter.ts'
import { findOpenAiVectors } from '#lib/providers/embedding/find-openai-vectors.ts'
import { embeddingModel, rerankModel } from '#lib/providers/listed-model.ts'
import { readScoreList } from '#lib/providers/reranking/rerank-adapter.ts'

/**
 * It has no model list.
 * @see https://www.mixedbread.com/api-reference
 */
export const mixedbread = defineProvider({
  id: 'mixedbread',
  hosts: [/(^|\.)mixedbread\.(ai|com)$/],
  models: [
    embeddingModel('mxbai-embed-large-v1', 512, 1024, true),
    rerankModel('mxbai-rerank-large-v2', 8192),
    rerankModel('mxbai-rerank-base-v2', 8192),
    rerankModel('mxbai-rerank-large-v1', 512),
  ],
  probe: probeEmbeddings('mxbai-embed-large-v1'),
  list: (_get, models) => Promise.resolve(models),
  embeddings: {
    path: '/embeddings',
    limits: { itemsMax: 128 },
    takesTokens: false,
    truncates: false,
    toBody: (request, modelId) => ({
      model: modelId,
      input: textsOf(request),
      encoding_format: request.encoding,
      normalized: request.normalized,
      ...(request.dimensions !== null && { dimensions: request.dimensions }),
      ...(request.task === 'retrieval.query' &&
        modelId.includes('mxbai-embed-large') && { prompt: queryPrompt }),
    }),
    findVectors: findOpenAiVectors,
  },
  // It returns ten results unless `top_k` is set.
  rerank: {
    path: '/reranking',
    limits: { itemsMax: 1000 },
    scale: 'probability',
    toBody: ({ query, documents }, modelId) => ({
      model: modelId,
      query,
      input: documents,
      top_k: documents.length,
      return_input: false,
    }),
    readRanking: answer => readScoreList(answer, { list: 'data', score: 'score' }),
  },
})

// Wording of the model card; only this family was trained with it.
const queryPrompt = 'Represent this sentence for searching relevant passages: '
