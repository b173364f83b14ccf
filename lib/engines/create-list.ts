import { isRecord, readNumber, readString } from './json.ts'
import { knownModels } from './known-models.ts'
import type { ListedModel } from './listed-model.ts'
import { readJsonList, readList } from './list-models.ts'
import type { Provider } from './provider.ts'
import type { ServerKind } from './server-kind.ts'
import { UpstreamError } from './upstream-error.ts'
import type { UpstreamRequest, UpstreamTarget } from './upstream-request.ts'

type Ask = (path: string) => Promise<unknown>
type Lister = (ask: Ask, known: readonly ListedModel[]) => Promise<readonly ListedModel[]>

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
