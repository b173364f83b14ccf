import type { LocalModel } from '#lib/contracts/console/providers.ts'
import { providersOf } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'

/** A model of the catalog: what the API lists, with what is known of an embedded model. */
export interface CatalogModel {
  readonly id: string
  /** Title of an embedded model, otherwise the ID. */
  readonly name: string
  /** Title with its quantization; null: none. */
  readonly title: string | null
  readonly description: string
  /** Null: a remote server that lists only IDs. */
  readonly type: Model['type'] | null
  readonly provider: string | null
  /** All providers that receive its requests; several if it has deployments. */
  readonly providers: readonly string[]
  readonly embedded: boolean
  readonly input: readonly string[]
  readonly contextTokens: number | null
  readonly dimensions: number | null
  /** US dollars per million tokens; null: unknown. */
  readonly price: { readonly input: number; readonly output: number } | null
  /** Where the price comes from; null: not known. */
  readonly pricing: NonNullable<Model['pricing']> | null
  readonly state: NonNullable<Model['state']>
  readonly isDefault: boolean
  /** The UTC day on which the vendor shuts it down, as YYYY-MM-DD; null: none is known. */
  readonly retires: string | null
  /** The model that it is another name for; null: it is none. */
  readonly aliasOf: string | null
  /** The model that the vendor recommends instead of one that it shuts down; null: none is known. */
  readonly successor: string | null
  readonly license: { readonly name: string; readonly url: string } | null
  readonly downloadBytes: number | null
  readonly memoryBytes: number | null
  /** Null: not measured, because it is not in memory. */
  readonly promptTokensPerSecond: number | null
}

export const typeLabels = {
  chat: 'Chat',
  embeddings: 'Embeddings',
  rerank: 'Rerank',
  speech: 'Speech',
  web: 'Search answers',
} satisfies Record<Model['type'], string>

/** In the order of the API, but ready models first. */
export function toCatalog(models: readonly Model[], locals: readonly LocalModel[]): readonly CatalogModel[] {
  const known = new Map(locals.map(local => [local.id, local]))
  return models
    .map(model => toCatalogModel(model, known.get(model.id)))
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
}

const states = ['ready', 'downloading', 'not_downloaded', 'not_configured'] as const

// A remote server may list only IDs, so every other field may be absent.
function toCatalogModel(
  model: Partial<Model> & Pick<Model, 'id'>,
  local: LocalModel | undefined,
): CatalogModel {
  const { id, type = null, owned_by: provider = null, input, price } = model
  const providers = providersOf(model)
  const embedded = provider === 'local' && providers.length === 1
  return {
    id,
    name: local?.title?.split(/[,:] /)[0] ?? id,
    title: local?.title ?? null,
    description: local?.description ?? describe(type, providers, embedded),
    type,
    provider,
    providers,
    embedded,
    input: input ?? [],
    contextTokens: model.context_window ?? null,
    dimensions: model.dimensions ?? null,
    pricing: model.pricing ?? (embedded ? { source: 'free' } : null),
    price: price ?? (embedded ? { input: 0, output: 0 } : null),
    // A remote server reports no state: the models that it lists are available.
    state: model.state ?? 'ready',
    isDefault: model.default === true,
    retires: model.shutdown_date ?? null,
    aliasOf: model.alias_of ?? null,
    successor: model.successor ?? null,
    license: local?.licence ?? null,
    downloadBytes: local?.size_bytes ?? null,
    memoryBytes: local?.memory_bytes ?? null,
    promptTokensPerSecond: model.prompt_tokens_per_second ?? null,
  }
}

function describe(type: Model['type'] | null, providers: readonly string[], embedded: boolean): string {
  if (type === 'web') return 'Answers searches with quotes from their sources, without a language model.'
  const noun = type === null ? 'Model' : `${typeLabels[type]} model`
  if (embedded) return `${noun} that runs on this machine. No data leaves it.`
  if (providers.length === 0) return `${noun}.`
  const names = new Intl.ListFormat('en').format(providers)
  return `${noun} of ${names}. Requests are sent to ${providers.length === 1 ? 'this provider' : 'these providers'}.`
}
