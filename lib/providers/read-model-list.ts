import type { ModelKind } from '#lib/contracts/api/models.ts'
import { isRecord, readNumber, readString } from '#lib/providers/transport/json.ts'
import type { ListedModel } from './listed-model.ts'

// Ten times the largest provider's list: each entry is read for every list of ours and shown on a page.
const modelsMax = 5000

const idCharsMax = 256

// Control characters and characters that disguise a name: bidi marks, zero-width joiners.
const unseen = /[\p{Cc}\p{Cf}]/u

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const states = ['ready', 'not_downloaded', 'downloading', 'not_configured'] as const

const inputs = ['text', 'image', 'audio'] as const

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

// Cohere's names of endpoints; the first one we support counts.
const endpoints = ['chat', 'embed', 'rerank', 'transcribe'] as const

/**
 * The entries of a list in the shapes in use: `{data: […]}`, `{models: […]}`, or the bare array. At most 5000
 * entries; names that cannot be displayed faithfully are dropped.
 */
export function readModelList(body: unknown): ListedModel[] {
  const entries = isRecord(body) ? (body['data'] ?? body['models']) : body
  return Array.isArray(entries) ? entries.slice(0, modelsMax).filter(isRecord).flatMap(readEntry) : []
}

/** A provider's own list, completed with the known facts of each model. */
export function addKnownFacts(listed: readonly ListedModel[], known: readonly ListedModel[]): ListedModel[] {
  return listed.map(model => ({ ...model, ...known.find(({ id }) => id === model.id) }))
}

function readEntry(entry: Record<string, unknown>): ListedModel[] {
  const id = (readString(entry['id']) ?? readString(entry['name']))?.replace(/^models\//, '')
  if (id === undefined || id === '' || id.length > idCharsMax || unseen.test(id)) return []
  const contextWindow =
    readNumber(entry['context_window']) ??
    readNumber(entry['context_length']) ??
    readNumber(entry['max_model_len']) ??
    readNumber(entry['max_context_length'])
  const dimensions = readNumber(entry['dimensions'])
  const adjustable = entry['dimensions_adjustable']
  const speed = readNumber(entry['prompt_tokens_per_second'])
  const floor = readNumber(entry['similarity_floor'])
  const input = readInput(entry)
  const retires = readString(entry['shutdown_date'])
  const state = states.find(known => known === entry['state'])
  const kind = readModelKind(entry, id)
  return [
    {
      id,
      ...(kind === null ? { kind: 'chat', kindGuessed: true } : { kind }),
      ...(contextWindow !== null && { contextWindow }),
      ...(dimensions !== null && { dimensions }),
      ...(typeof adjustable === 'boolean' && { dimensionsAdjustable: adjustable }),
      ...(speed !== null && { promptTokensPerSecond: speed }),
      ...(floor !== null && { similarityFloor: floor }),
      ...(input !== null && { input }),
      ...(retires !== null && day.test(retires) && { retires }),
      ...(state !== undefined && { state }),
    },
  ]
}

function readInput(entry: Record<string, unknown>): NonNullable<ListedModel['input']> | null {
  const architecture = isRecord(entry['architecture']) ? entry['architecture'] : {}
  const said = entry['input'] ?? entry['input_modalities'] ?? architecture['input_modalities']
  if (!Array.isArray(said)) return null
  return inputs.filter(kind => said.includes(kind))
}

/** The kind of a model by its list entry, else by its name; null: unknown. */
function readModelKind(entry: Record<string, unknown>, id: string): ModelKind | null {
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

function includes(list: unknown, word: string): boolean {
  return Array.isArray(list) && list.includes(word)
}
