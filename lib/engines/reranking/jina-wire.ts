import { readScoreList } from './read-score-list.ts'
import type { RerankWire } from './rerank-wire.ts'

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
    readRanking: answer => readScoreList(answer, { list: 'results', score: 'relevance_score' }),
  }
}
