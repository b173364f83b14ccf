import type { ModelKind } from '#lib/contracts/models.ts'
import { readString } from './json.ts'

/** What an entry of a model list says that the model is for, else what its name does; null when neither does. */
export function readModelKind(entry: Record<string, unknown>, id: string): ModelKind | null {
  const said = readString(entry['kind']) ?? readString(entry['type'])
  const known = said === null ? undefined : kindByField[said.toLowerCase()]
  if (known !== undefined) return known
  const endpoint = endpoints.find(name => includes(entry['endpoints'], name))
  if (endpoint !== undefined) return kindByField[endpoint] ?? null
  if (includes(entry['output_modalities'], 'embeddings')) return 'embeddings'
  if (/rerank/i.test(id)) return 'rerank'
  if (/embed|\bbge-|\be5-|\bgte-|minilm/i.test(id)) return 'embeddings'
  return /whisper|transcri|speech|\btts\b/i.test(id) ? 'speech' : null
}

const kindByField: Readonly<Record<string, ModelKind>> = {
  chat: 'chat',
  llm: 'chat',
  vlm: 'chat',
  language: 'chat',
  embed: 'embeddings',
  embedding: 'embeddings',
  embeddings: 'embeddings',
  rerank: 'rerank',
  speech: 'speech',
  audio: 'speech',
  transcribe: 'speech',
  web: 'web',
}

// Cohere's word for what a model does; the first that we have a use for counts.
const endpoints = ['chat', 'embed', 'rerank', 'transcribe'] as const

function includes(list: unknown, word: string): boolean {
  return Array.isArray(list) && list.includes(word)
}
