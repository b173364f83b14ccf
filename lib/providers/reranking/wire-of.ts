import type { ServerKind } from '#lib/providers/registry/server-kind.ts'
import type { RerankWire, RawRanking } from './rerank-wire.ts'
import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import { readCount } from '#lib/providers/transport/response-headers.ts'
import { readReportedCost } from '#lib/providers/transport/reported-cost.ts'

const jina = createJinaWire()

const localWireJina = createJinaWire()

/** Our own models process, which cuts long documents itself. */
const localRerankWire: RerankWire = {
  ...localWireJina,
  toBody: ({ query, documents, maxTokensPerDoc }, modelId) => ({
    model: modelId,
    query,
    documents,
    top_n: documents.length,
    max_tokens_per_doc: maxTokensPerDoc,
  }),
}

/**
 * Cohere's own second version, which reads at most 1,000 documents well and counts no tokens.
 * @see https://docs.cohere.com/reference/rerank
 */
const cohereRerankWire: RerankWire = {
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
}

/**
 * Mixedbread, which returns ten results unless it is told how many.
 * @see https://www.mixedbread.com/api-reference/endpoints/reranking
 */
const mixedbreadRerankWire: RerankWire = {
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
}

/**
 * Voyage, whose smaller models take 300,000 tokens at once, the query counted again for each document; a token is
 * taken for three bytes.
 * @see https://docs.voyageai.com/reference/reranker-api
 */
const voyageRerankWire: RerankWire = {
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
}

/**
 * Hugging Face's text-embeddings-inference: a bare array of scores that have been through the sigmoid. Like its
 * embeddings, it takes 32 texts at once unless it was started with more.
 * @see https://huggingface.github.io/text-embeddings-inference
 */
const teiRerankWire: RerankWire = {
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
}

const wires: Partial<Readonly<Record<ServerKind, RerankWire>>> = {
  cohere: cohereRerankWire,
  together: jina,
  jina,
  voyage: voyageRerankWire,
  mixedbread: mixedbreadRerankWire,
  // Without the field, a pair that is too long is refused; −1 is the whole window.
  vllm: createJinaWire({ fields: { truncate_prompt_tokens: -1 } }),
  'llama.cpp': createJinaWire({ scale: 'logit' }),
  tei: teiRerankWire,
  local: localRerankWire,
  other: jina,
}

/** How a kind of server is asked to rerank; null where it cannot. */
export function rerankWireOf(server: ServerKind): RerankWire | null {
  return wires[server] ?? null
}

interface JinaWireOptions {
  readonly scale?: RerankWire['scale']
  /** Sent beside the others. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/**
 * `{model, query, documents, top_n}` → `{results: [{index, relevance_score}], usage}`: Jina's, which vLLM, llama.cpp,
 * Together and our own models process speak too. All documents are asked for, so that the scale of the scores does
 * not depend on how many are kept.
 */
function createJinaWire(options: JinaWireOptions = {}): RerankWire {
  return {
    path: '/rerank',
    limits: { itemsMax: Infinity },
    scale: options.scale ?? 'probability',
    toBody: ({ query, documents }, modelId) => ({
      model: modelId,
      query,
      documents,
      top_n: documents.length,
      return_documents: false,
      ...options.fields,
    }),
    readRanking: answer => readScoreList(answer, { list: 'results', score: 'relevance_score' }),
  }
}

/** Where an answer keeps its entries, and an entry its score. */
interface ScoreList {
  readonly list: 'results' | 'data'
  readonly score: 'relevance_score' | 'score'
}

/**
 * The scores of `{[list]: [{index, [score]}], usage}`; null when there is no such list. Some servers give only the
 * total of tokens, which is the same: nothing is generated.
 */
function readScoreList(answer: unknown, { list, score }: ScoreList): RawRanking | null {
  const entries = isRecord(answer) ? answer[list] : null
  if (!isRecord(answer) || !Array.isArray(entries)) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  return {
    scores: entries.filter(isRecord).map(entry => ({ index: entry['index'], score: entry[score] })),
    inputTokens: readIndex(usage['prompt_tokens']) ?? readIndex(usage['total_tokens']),
    costUsd: readReportedCost(usage),
  }
}
