import type { ServerKind } from '#lib/engines/server-kind.ts'
import { cohereEmbeddingWire } from './cohere-wire.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { jinaEmbeddingWire } from './jina-wire.ts'
import { localEmbeddingWire } from './local-wire.ts'
import { mixedbreadEmbeddingWire } from './mixedbread-wire.ts'
import { ollamaEmbeddingWire } from './ollama-wire.ts'
import { createOpenAiWire } from './openai-wire.ts'
import { teiEmbeddingWire } from './tei-wire.ts'
import { voyageEmbeddingWire } from './voyage-wire.ts'

const plain = createOpenAiWire()
const textsOnly = createOpenAiWire({ takesTokens: false })

// Groq, DeepSeek and xAI are not here: they have no embeddings.
const wires: Partial<Readonly<Record<ServerKind, EmbeddingWire>>> = {
  openai: plain,
  gemini: createOpenAiWire({ itemsMax: 100, takesTokens: false }),
  mistral: createOpenAiWire({ dimensionsField: 'output_dimension', strip: ['user'], takesTokens: false }),
  cohere: cohereEmbeddingWire,
  together: textsOnly,
  openrouter: plain,
  jina: jinaEmbeddingWire,
  voyage: voyageEmbeddingWire,
  mixedbread: mixedbreadEmbeddingWire,
  ollama: ollamaEmbeddingWire,
  vllm: createOpenAiWire({
    truncates: true,
    // −1 is the whole window; without the field an input that is too long is refused.
    extend: ({ truncate }) => (truncate ? { truncate_prompt_tokens: -1 } : {}),
  }),
  'llama.cpp': plain,
  'lm-studio': textsOnly,
  tei: teiEmbeddingWire,
  local: localEmbeddingWire,
  other: plain,
}

/** How a kind of server is asked for vectors; null where it has none. */
export function embeddingWireOf(server: ServerKind): EmbeddingWire | null {
  return wires[server] ?? null
}
