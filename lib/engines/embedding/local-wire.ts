import type { EmbeddingWire } from './embedding-wire.ts'
import { createOpenAiWire } from './openai-wire.ts'

/** Our own models process: OpenAI's wire, and what a text is for. It batches by itself. */
export const localEmbeddingWire: EmbeddingWire = createOpenAiWire({
  itemsMax: 2048,
  takesTokens: false,
  truncates: true,
  extend: ({ task, truncate, normalized }) => ({ truncate, normalized, ...(task !== null && { task }) }),
})
