import { isRecord, readNumber, readString } from '#lib/providers/transport/json.ts'
import { knownModels } from './known-models.ts'
import type { ListedModel } from './listed-model.ts'
import type { Provider } from './provider.ts'
import type { ServerKind } from './server-kind.ts'
import { UpstreamError, toUpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { UpstreamRequest, UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import { readBody } from '#lib/providers/transport/read-body.ts'
import type { ModelKind } from '#lib/contracts/api/models.ts'

type Ask = (path: string) => Promise<unknown>
type Lister = (ask: Ask, known: readonly ListedModel[]) => Promise<readonly ListedModel[]>

// Ten times what the largest provider lists: each is looked at for every list of ours, and named on a page.
const modelsMax = 5000

const idCharsMax = 256

// Controls, and what reads as another name than it is: marks of direction, joiners without width.
const unseen = /[\p{Cc}\p{Cf}]/u

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

// Cohere's word for what a model does; the first that we have a use for counts.
const endpoints = ['chat', 'embed', 'rerank', 'transcribe'] as const

const listers: Partial<Readonly<Record<ServerKind, Lister>>> = {
  // These two have no list.
  voyage: (_ask, known) => Promise.resolve(known),
  mixedbread: (_ask, known) => Promise.resolve(known),
  jina: listJina,
  cohere: async (ask, known) => withFacts(readList(await ask('/models?page_size=1000')), known),
  tei: async ask => readTeiInfo(await ask('/info')),
}

/** How a provider's models are listed: by its own list, by what is known of it, or both. */
export function createList(
  server: ServerKind,
  providerId: string,
  target: UpstreamTarget,
  request: UpstreamRequest,
): NonNullable<Provider['list']> {
  const known = knownModels(server)
  const list = listers[server] ?? (async ask => withFacts(readList(await ask('/models')), known))
  return signal => list(path => readJsonList({ providerId, target, request, path, signal }), known)
}

async function listJina(ask: Ask, known: readonly ListedModel[]): Promise<readonly ListedModel[]> {
  try {
    // Its list names models as the hub does, its other routes by the last part alone.
    const listed = readList(await ask('/models'))
      .map(model => ({ ...model, id: model.id.replace(/^jina-ai\//, '') }))
      .filter(({ id }) => !known.some(model => model.id === id))
    return [...known, ...listed]
  } catch (error) {
    if (error instanceof UpstreamError) return known
    throw error
  }
}

function withFacts(listed: readonly ListedModel[], known: readonly ListedModel[]): ListedModel[] {
  return listed.map(model => ({ ...model, ...known.find(({ id }) => id === model.id) }))
}

/** A TEI server holds one model, and says what it is for. */
function readTeiInfo(info: unknown): ListedModel[] {
  if (!isRecord(info)) return []
  const id = readString(info['model_id'])
  if (id === null) return []
  const type = isRecord(info['model_type']) ? info['model_type'] : {}
  const contextWindow = readNumber(info['max_input_length'])
  const kind = 'reranker' in type || 'classifier' in type ? 'rerank' : 'embeddings'
  return [{ id, kind, ...(contextWindow !== null && { contextWindow }) }]
}

const listMs = 3000
const listBytesMax = 8 * 1024 * 1024

interface ListQuestion {
  readonly providerId: string
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  readonly path: string
  readonly signal: AbortSignal
}

/**
 * The JSON that a provider answers with when it is asked for its models.
 * @throws ApiError when it cannot be had within 3 s
 */
export async function readJsonList({
  providerId,
  target,
  request,
  path,
  signal,
}: ListQuestion): Promise<unknown> {
  try {
    const timers = { connectMs: listMs, silenceMs: listMs, totalMs: listMs }
    const response = await request({ target, method: 'GET', path, signal, timers })
    const text = await readBody(response, listBytesMax)
    if (response.status !== 200) throw unusable(providerId, new Error(`status ${response.status}`))
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw unusable(providerId, error)
    throw toUpstreamError(error, { providerId })
  }
}

function unusable(providerId: string, cause: Error): UpstreamError {
  return new UpstreamError('upstream_error', `The provider \`${providerId}\` gave no model list.`, { cause })
}

/**
 * The entries of a list in the shapes in use: `{data: […]}`, `{models: […]}`, or the bare array. Of a longer list than
 * any provider has the first 5000; what no page could show as it is called is left out.
 */
export function readList(body: unknown): ListedModel[] {
  const entries = isRecord(body) ? (body['data'] ?? body['models']) : body
  return Array.isArray(entries) ? entries.slice(0, modelsMax).filter(isRecord).flatMap(readEntry) : []
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

/** What an entry of a model list says that the model is for, else what its name does; null when neither does. */
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
