import { ApiError } from '#lib/errors.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { catalog, findEntry } from '#lib/models/catalog.ts'
import type { CatalogEntry } from '#lib/models/catalog-entry.ts'
import { listModels } from '#lib/models/list-models.ts'
import { weightsOf } from '#lib/models/model-files.ts'
import { removeModel } from '#lib/models/remove-model.ts'
import { sendJson, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'

/** `GET /v1/models`: the whole catalog with states. */
export async function sendModelList(host: ModelHost, exchange: Exchange): Promise<void> {
  const stored = await listModels(host.modelsDir)
  const data = stored.map(({ entry, state, sizeBytes }) => ({
    ...describe(host, entry),
    state: host.downloads.find(weightsOf(entry).id)
      ? ('downloading' as const)
      : state === 'not_downloaded'
        ? state
        : ('ready' as const),
    size_bytes: sizeBytes,
    ...toLoading(host, entry),
    memory_bytes: memoryBytesOf(host, entry),
    licence: entry.licence,
    title: entry.title,
    description: entry.description,
  }))
  sendJson(exchange, { object: 'list', data: data satisfies Model[] })
}

/** `GET /state`: what waits, and what the loaded models need, for the metrics of the gateway. */
export function sendState(host: ModelHost, exchange: Exchange): void {
  const small = [host.embedders, host.crossEncoders, host.transcribers].flatMap(({ loadedIds }) => loadedIds)
  const loaded = [host.resident.loaded?.id ?? [], small].flat()
  const residentBytes = loaded.flatMap(id => {
    const entry = findEntry(id)
    return entry === undefined ? [] : [[id, memoryBytesOf(host, entry)] as const]
  })
  sendJson(exchange, {
    waiting: { ...noneWaits, ...host.queue.waitingByModel() },
    resident_bytes: Object.fromEntries(residentBytes),
  })
}

// Only chat models have the queue. A metric without a value before the first call cannot be compared.
const noneWaits = Object.fromEntries(catalog.flatMap(({ id, kind }) => (kind === 'chat' ? [[id, 0]] : [])))

/** Why it is being loaded now, so that the console can say what a call waits for; a reranker may wait for its embedder. */
function toLoading(host: ModelHost, entry: CatalogEntry): { loading?: string } {
  const { id } = weightsOf(entry)
  const jobs = [host.resident, host.embedders, host.crossEncoders, host.transcribers]
  const reason = jobs.map(job => job.loadingReason(id)).find(each => each !== null)
  return reason === undefined ? {} : { loading: reason }
}

/** `DELETE /models/{id}`. */
export async function deleteModel(host: ModelHost, exchange: Exchange, id: string): Promise<void> {
  const entry = requireEntry(id)
  host.downloads.find(entry.id)?.cancel()
  await host.downloads.find(entry.id)?.finished.catch(() => undefined)
  if (!(await unload(host, entry)))
    throw new ApiError('model_unavailable', `\`${entry.id}\` is in use. Retry when its calls have ended.`, {
      retryAfterMs: 5_000,
    })
  await removeModel(host.modelsDir, entry.id)
  sendJson(exchange, { id: entry.id, object: 'model', deleted: true })
}

/** @returns false if a call is using it */
async function unload(host: ModelHost, { id }: CatalogEntry): Promise<boolean> {
  const jobs = [host.resident, host.embedders, host.crossEncoders, host.transcribers]
  const unloaded = await Promise.all(jobs.map(async job => await job.unload(id)))
  return unloaded.every(Boolean)
}

/** @throws ApiError `model_not_found` */
export function requireEntry(id: string): CatalogEntry {
  const entry = findEntry(id) ?? findEntry(`local/${id}`)
  if (entry !== undefined) return entry
  throw new ApiError('model_not_found', `Model \`${id}\` is not in the catalog.`, { param: 'model' })
}

function memoryBytesOf(host: ModelHost, entry: CatalogEntry): number {
  return entry.kind === 'chat' ? host.windowOf(entry).memoryBytes : entry.memoryBytes
}

function describe(host: ModelHost, entry: CatalogEntry): Model {
  const loaded = host.resident.loaded?.id === entry.id ? host.resident.loaded.runner : null
  const contextWindow =
    entry.kind === 'chat'
      ? host.windowOf(entry).tokens
      : 'contextTokens' in entry
        ? entry.contextTokens
        : undefined
  return {
    id: entry.id,
    object: 'model',
    created: 0,
    owned_by: 'local',
    type: entry.kind,
    input: [entry.kind === 'speech' ? 'audio' : 'text'],
    capabilities: [entry.kind],
    ...(entry.kind === 'embeddings' && { dimensions: entry.dimensions, dimensions_adjustable: false }),
    ...(entry.kind === 'embeddings' &&
      entry.similarityFloor !== undefined && { similarity_floor: entry.similarityFloor }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(loaded && { prompt_tokens_per_second: loaded.promptTokensPerSecond }),
  }
}
