import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createOpenAiCompatible } from '#lib/providers/openai-compatible/chat.ts'
import { embeddingModel, speechModel } from '#lib/providers/listed-model.ts'
import { createNativeResponses } from './native-responses.ts'

/** @see https://platform.openai.com/docs/api-reference */
export const openai = defineProvider({
  id: 'openai',
  apiFormats: ['chat', 'responses'],
  hosts: [/(^|\.)api\.openai\.com$/],
  // https://developers.openai.com/api/docs/guides/tools-web-search: search models of chat completions always search.
  searchesUnasked: /-search-(preview|api)/,
  quirks: {
    effort: true,
    cacheKey: true,
    inlineSystem: true,
    tokenLimit: 'max_completion_tokens',
    knowsDeveloper: true,
    stripFromMessages: ['reasoning_content'],
  },
  chat: options => ({
    ...createOpenAiCompatible(options),
    native: { responses: createNativeResponses(options) },
  }),
  models: [
    embeddingModel('text-embedding-3-large', 8191, 3072, true),
    embeddingModel('text-embedding-3-small', 8191, 1536, true),
    embeddingModel('text-embedding-ada-002', 8191, 1536, false),
    // First, because it is the only one that returns timestamps.
    speechModel('whisper-1'),
    speechModel('gpt-transcribe'),
    speechModel('gpt-4o-mini-transcribe'),
    speechModel('gpt-4o-transcribe'),
  ],
  embeddings: createOpenAiEmbeddings(),
})
