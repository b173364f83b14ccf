import { isRecord, readIndex } from '#lib/engines/json.ts'
import type { RawRanking, RerankWire } from './rerank-wire.ts'

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
export function createJinaWire(options: JinaWireOptions = {}): RerankWire {
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
    readRanking: readResults,
  }
}

/** The scores in `results`, Cohere's among them. */
export function readResults(answer: unknown): RawRanking | null {
  if (!isRecord(answer) || !Array.isArray(answer['results'])) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  return {
    scores: answer['results']
      .filter(isRecord)
      .map(result => ({ index: result['index'], score: result['relevance_score'] })),
    inputTokens: readIndex(usage['prompt_tokens']) ?? readIndex(usage['total_tokens']),
  }
}
