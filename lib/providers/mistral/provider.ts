import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'

/** @see https://docs.mistral.ai/api */
export const mistral = defineProvider({
  id: 'mistral',
  hosts: [/(^|\.)mistral\.ai$/],
  quirks: {
    toolIds: 'nine-alphanumerics',
    rename: { seed: 'random_seed' },
    strip: ['logit_bias', 'logprobs', 'top_logprobs', 'user', 'metadata', 'stream_options'],
    stripFromMessages: ['reasoning_content', 'refusal'],
    streamUsage: 'never',
  },
  embeddings: createOpenAiEmbeddings({
    dimensionsField: 'output_dimension',
    strip: ['user'],
    takesTokens: false,
  }),
})
