import { defineProvider } from '#lib/providers/define-provider.ts'
import { type FoundVectors, smallestSize, textsOf } from '#lib/providers/embedding/embedding-adapter.ts'
import type { EmbeddingTask } from '#lib/providers/embedding/embedding-model.ts'
import { readVectorList } from '#lib/providers/embedding/read-vector.ts'
import { embeddingModel, rerankModel } from '#lib/providers/listed-model.ts'
import { addKnownFacts, readModelList } from '#lib/providers/read-model-list.ts'
import { readScoreList } from '#lib/providers/reranking/rerank-adapter.ts'
import { JsonWalker } from '#lib/providers/transport/json-walker.ts'

/**
 * Chat through its OpenAI-compatible API; embeddings and rerank through version 2 of its own API.
 * @see https://docs.cohere.com/reference/embed
 * @see https://docs.cohere.com/reference/rerank
 */
export const cohere = defineProvider({
  id: 'cohere',
  hosts: [/(^|\.)cohere\.(ai|com)$/],
  apiFormats: ['chat'],
  quirks: {
    strip: ['logit_bias', 'top_logprobs', 'n', 'parallel_tool_calls', 'metadata', 'user'],
    schemaInJsonObject: true,
  },
  models: [
    embeddingModel('embed-v4.0', 128_000, 1536, true),
    embeddingModel('embed-english-v3.0', 512, 1024, false),
    embeddingModel('embed-multilingual-v3.0', 512, 1024, false),
    embeddingModel('embed-english-light-v3.0', 512, 384, false),
    embeddingModel('embed-multilingual-light-v3.0', 512, 384, false),
    rerankModel('rerank-v3.5', 4096),
    rerankModel('rerank-english-v2.0', undefined),
    rerankModel('rerank-multilingual-v2.0', undefined),
    rerankModel('rerank-english-v3.0', 4096),
    rerankModel('rerank-multilingual-v3.0', 4096),
  ],
  urls(baseUrl) {
    const root = baseUrl.replace(/(\/compatibility)?\/v\d+\/*$/, '')
    // The docs of the compatible API name the old host, all others the new one.
    const native = root.replace('//api.cohere.ai', '//api.cohere.com')
    return { chat: `${root}/compatibility/v1`, embeddings: `${native}/v2`, list: `${native}/v1` }
  },
  list: async (get, models) => addKnownFacts(readModelList(await get('/models?page_size=1000')), models),
  embeddings: {
    path: '/embed',
    limits: { itemsMax: 96 },
    takesTokens: false,
    truncates: true,
    toBody: (request, modelId) => ({
      model: modelId,
      texts: textsOf(request),
      // Required; documents are the most common input.
      input_type: request.task === null ? 'search_document' : inputTypes[request.task],
      embedding_types: [request.encoding],
      truncate: request.truncate ? 'END' : 'NONE',
      // The third generation has one size and rejects the field.
      ...(request.dimensions !== null &&
        !modelId.includes('-v3') && { output_dimension: smallestSize(sizes, request.dimensions) }),
    }),
    findVectors,
  },
  // At most 1,000 documents are recommended, and no tokens are reported.
  rerank: {
    path: '/rerank',
    limits: { itemsMax: 1000 },
    scale: 'probability',
    toBody: ({ query, documents, maxTokensPerDoc }, modelId) => ({
      model: modelId,
      query,
      documents,
      top_n: documents.length,
      max_tokens_per_doc: maxTokensPerDoc,
    }),
    readRanking: answer => readScoreList(answer, { list: 'results', score: 'relevance_score' }),
  },
})

const sizes = [256, 512, 1024, 1536] as const

const inputTypes: Readonly<Record<EmbeddingTask, string>> = {
  'retrieval.query': 'search_query',
  'retrieval.passage': 'search_document',
  separation: 'clustering',
  classification: 'classification',
  // There is no input type for symmetric similarity; clustering also treats all texts alike.
  'text-matching': 'clustering',
}

/**
 * The vectors of `{"embeddings": {"float" | "base64": […]}, "meta": {"billed_units": {"input_tokens"}}}`.
 * @throws UnreadableJson when the response has another shape
 */
function findVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  let vectors: FoundVectors['vectors'] = []
  let promptTokens: number | null = null
  walker.members(key => {
    if (key === 'embeddings') vectors = readByType(walker)
    else if (key === 'meta' && walker.peek() === 0x7b) promptTokens = readTokens(walker)
    else walker.skip()
  })
  walker.end()
  return { vectors, promptTokens, refused: false }
}

function readByType(walker: JsonWalker): FoundVectors['vectors'] {
  let vectors: FoundVectors['vectors'] = []
  walker.members(type => {
    if ((type === 'float' || type === 'base64') && walker.peek() === 0x5b) vectors = readVectorList(walker)
    else walker.skip()
  })
  return vectors
}

function readTokens(walker: JsonWalker): number | null {
  let tokens: number | null = null
  walker.members(key => {
    if (key !== 'billed_units' || walker.peek() !== 0x7b) return walker.skip()
    walker.members(unit => {
      if (unit === 'input_tokens') tokens = walker.index()
      else walker.skip()
    })
  })
  return tokens
}
