import { readScoreList, type RerankAdapter } from './rerank-adapter.ts'

interface JinaRerankOptions {
  readonly scale?: RerankAdapter['scale']
  /** Additional request fields. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/**
 * `{model, query, documents, top_n}` → `{results: [{index, relevance_score}], usage}`: Jina's API, which
 * vLLM, llama.cpp and Together implement too. All documents are requested, so that the scale of the scores
 * does not depend on `top_n`.
 */
export function createJinaRerank(options: JinaRerankOptions = {}): RerankAdapter {
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
