import type { ServerKind } from '#lib/engines/server-kind.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { localEmbeddingWire } from './local-wire.ts'
import { createOpenAiWire } from './openai-wire.ts'

const plain = createOpenAiWire()

const wires: Readonly<Record<ServerKind, EmbeddingWire | null>> = {
  openai: plain,
  gemini: plain,
  mistral: plain,
  groq: null,
  cohere: null,
  deepseek: null,
  xai: null,
  together: plain,
  openrouter: plain,
  jina: null,
  voyage: null,
  mixedbread: null,
  ollama: plain,
  vllm: plain,
  'llama.cpp': plain,
  'lm-studio': plain,
  tei: null,
  local: localEmbeddingWire,
  other: plain,
}

/** How a kind of server is asked for vectors; null where it has none. */
export function embeddingWireOf(server: ServerKind): EmbeddingWire | null {
  return wires[server]
}
