import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/** The embedded engine: our own models process, which batches embeddings and truncates documents itself. */
export const local = defineProvider({
  id: 'local',
  quirks: { local: true, effort: true },
  embeddings: createOpenAiEmbeddings({
    itemsMax: 2048,
    takesTokens: false,
    truncates: true,
    extend: ({ task, truncate, normalized }) => ({
      truncate,
      normalized,
      ...(task !== null && { task }),
    }),
  }),
  rerank: {
    ...createJinaRerank(),
    toBody: ({ query, documents, maxTokensPerDoc }, modelId) => ({
      model: modelId,
      query,
      documents,
      top_n: documents.length,
      max_tokens_per_doc: maxTokensPerDoc,
    }),
  },
})
