import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import {
  createOpenAiCompatible,
  type OpenAiCompatibleOptions,
  toUpstreamBody,
} from '#lib/providers/openai-compatible/chat.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { readIndex } from '#lib/providers/transport/json.ts'
import { openAnswer, parseAnswer, readAnswer, unreadable } from '#lib/providers/transport/open-answer.ts'
import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/** The embedded engine: our own models process, which batches embeddings and truncates documents itself. */
export const local = defineProvider({
  id: 'local',
  quirks: { local: true, effort: true },
  chat: options => ({
    ...createOpenAiCompatible(options),
    countTokens: (request, attempt) => countTokens(options, request, attempt),
  }),
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

const countPath = '/chat/completions/input_tokens'

async function countTokens(
  upstream: OpenAiCompatibleOptions,
  request: ChatRequest,
  attempt: AttemptOptions,
): Promise<number> {
  const body = toUpstreamBody(request, upstream.modelId, upstream.quirks, false)
  const response = await openAnswer(upstream, countPath, body, attempt, 'whole')
  const text = await readAnswer(upstream, response, attempt)
  const tokens = readIndex(parseAnswer(upstream, text)['input_tokens'])
  if (tokens === null) throw unreadable(upstream, text)
  return tokens
}
