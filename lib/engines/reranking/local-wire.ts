import { createJinaWire } from './jina-wire.ts'
import type { RerankWire } from './rerank-wire.ts'

const jina = createJinaWire()

/** Our own models process, which cuts long documents itself. */
export const localRerankWire: RerankWire = {
  ...jina,
  toBody: ({ query, documents, maxTokensPerDoc }, modelId) => ({
    model: modelId,
    query,
    documents,
    top_n: documents.length,
    max_tokens_per_doc: maxTokensPerDoc,
  }),
}
