import { defineProvider } from '#lib/providers/define-provider.ts'
import type { FoundVectors } from '#lib/providers/embedding/embedding-adapter.ts'
import { readVectorList } from '#lib/providers/embedding/read-vector.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import { isRecord, readNumber, readString } from '#lib/providers/transport/json.ts'
import { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import { readCount } from '#lib/providers/transport/response-headers.ts'

/**
 * Hugging Face's text-embeddings-inference with its own routes: its OpenAI route can neither truncate nor
 * return unnormalized vectors. One server has one model, so its name is not sent.
 * @see https://huggingface.github.io/text-embeddings-inference
 */
export const tei = defineProvider({
  id: 'tei',
  free: true,
  urls(baseUrl) {
    const root = baseUrl.replace(/\/v1\/*$/, '')
    return { chat: `${root}/v1`, embeddings: root, list: root }
  },
  probe: { url: 'list', method: 'GET', path: '/info' },
  list: async get => readInfo(await get('/info')),
  // The default limit is 32 inputs; errors name the actual limit.
  embeddings: {
    path: '/embed',
    limits: { itemsMax: 256 },
    takesTokens: true,
    truncates: true,
    toBody: ({ inputs, truncate, normalized, dimensions }) => ({
      inputs: inputs.kind === 'texts' ? inputs.texts : inputs.tokens,
      truncate,
      normalize: normalized,
      ...(dimensions !== null && { dimensions }),
    }),
    findVectors,
    countTokens: headers => readCount(headers, 'x-compute-tokens'),
  },
  // A bare array of scores with the sigmoid already applied.
  rerank: {
    path: '/rerank',
    limits: { itemsMax: 512 },
    scale: 'probability',
    toBody: ({ query, documents }) => ({
      query,
      texts: documents,
      raw_scores: false,
      return_text: false,
      truncate: true,
    }),
    readRanking(answer, headers) {
      if (!Array.isArray(answer)) return null
      return {
        scores: answer.filter(isRecord).map(({ index, score }) => ({ index, score })),
        inputTokens: readCount(headers, 'x-compute-tokens'),
      }
    },
  },
})

function readInfo(info: unknown): ListedModel[] {
  if (!isRecord(info)) return []
  const id = readString(info['model_id'])
  if (id === null) return []
  const type = isRecord(info['model_type']) ? info['model_type'] : {}
  const contextWindow = readNumber(info['max_input_length'])
  const kind = 'reranker' in type || 'classifier' in type ? 'rerank' : 'embeddings'
  return [{ id, kind, ...(contextWindow !== null && { contextWindow }) }]
}

function findVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  const vectors = readVectorList(walker)
  walker.end()
  return { vectors, promptTokens: null, refused: false }
}
