import { EngineCache } from './engine-cache.ts'
import { findModel, type FoundModel } from './find-model.ts'
import { firstConfigured } from './first-configured.ts'
import { listAllModels } from './list-all-models.ts'
import type { ModelEntry } from './model-entry.ts'
import { ModelLists, toPublicId } from './model-lists.ts'
import { isOn, type ModelOverrides } from './model-override.ts'
import type { Provider } from './provider.ts'
import type { Registry } from './registry.ts'
import type { Target } from './target.ts'

export interface RegistryParts {
  readonly providers: ReadonlyMap<string, Provider>
  readonly models: readonly ModelEntry[]
  readonly defaults: readonly string[]
  readonly overrides: ModelOverrides
}

/** What was learnt of providers, for as long as they are the same. */
export type RegistryMemory = ReturnType<typeof createRegistryMemory>

export function createRegistryMemory() {
  return {
    lists: new ModelLists(),
    chat: new EngineCache('chat', (provider, id) => provider.language?.(id)),
    embeddings: new EngineCache('embeddings', (provider, id) => provider.embedding?.(id)),
    speech: new EngineCache('speech', (provider, id) => provider.speech?.(id)),
    rerankers: new EngineCache('rerank', (provider, id) => provider.reranking?.(id)),
  }
}

const embeddedFirstEventMs = 300_000

/** A registry over providers that are there; another one over the same memory goes on with what it learnt. */
export function joinRegistry(parts: RegistryParts, memory: RegistryMemory): Registry {
  const { providers, overrides } = parts
  const { lists, chat, embeddings, speech, rerankers } = memory
  const configured = new Map(parts.models.map(entry => [entry.id, entry]))
  const sources = { providers, configured, lists, overrides }
  const defaults = new Set(parts.defaults)

  return {
    resolve(publicId) {
      const found = findModel(publicId, 'chat', sources)
      const input = found.provider.id === 'local' ? (['text'] as const) : found.facts.input
      return { ...toTarget(found, chat.get(found.provider, found.upstreamId)), input }
    },
    resolveEmbedding(publicId) {
      const found = findModel(publicId, 'embeddings', sources)
      const { dimensions, dimensionsAdjustable } = found.facts
      const target = toTarget(found, embeddings.get(found.provider, found.upstreamId))
      return { ...target, dimensions, dimensionsAdjustable }
    },
    resolveReranker(publicId) {
      const found = findModel(publicId, 'rerank', sources)
      return toTarget(found, rerankers.get(found.provider, found.upstreamId))
    },
    resolveSpeech(publicId) {
      const found = findModel(publicId, 'speech', sources)
      return toTarget(found, speech.get(found.provider, found.upstreamId))
    },
    transcribers: async () => {
      const listed = await Promise.all(
        providers.values().map(async provider => ({
          provider,
          models: provider.id === 'local' ? await lists.read(provider) : (provider.known ?? []),
        })),
      )
      const ids = [
        ...parts.models.filter(entry => entry.kind === 'speech').map(entry => entry.id),
        ...listed.flatMap(({ provider, models }) =>
          models
            .filter(({ kind, state = 'ready' }) => kind === 'speech' && state === 'ready')
            .map(model => toPublicId(provider.id, model.id)),
        ),
      ]
      return ids.filter(id => isOn(overrides, id))
    },
    async facts(publicId, kind) {
      const embedded = providers.get('local')
      if (embedded !== undefined && publicId.startsWith('local/')) await lists.read(embedded)
      const { provider, facts } = findModel(publicId, kind, sources)
      return {
        providerId: provider.id,
        contextTokens: facts.contextWindow ?? null,
        promptTokensPerSecond: facts.promptTokensPerSecond ?? null,
        similarityFloor: facts.similarityFloor ?? null,
      }
    },
    firstConfigured: kind => firstConfigured(kind, sources),
    imageReaders: () =>
      [
        ...parts.models
          .filter(entry => entry.kind === 'chat' && entry.input?.includes('image'))
          .map(each => each.id),
        ...providers.values().flatMap(provider =>
          lists
            .latest(provider)
            .filter(model => model.kind === 'chat' && model.input?.includes('image'))
            .map(model => toPublicId(provider.id, model.id)),
        ),
      ].filter(id => isOn(overrides, id)),
    list: ({ all = false, off = false } = {}) => listAllModels(sources, { all, off, defaults }),
  }
}

function toTarget<Engine extends { readonly modelId: string }>(
  { publicId, provider, facts, price, fallbacks }: FoundModel,
  model: Engine,
): Target<Engine> {
  return {
    publicId,
    providerId: provider.id,
    model,
    price,
    contextWindow: facts.contextWindow,
    fallbacks,
    ...(provider.reportsCosts === true && { reportsCosts: true }),
    ...(provider.id === 'local' && { firstEventMs: embeddedFirstEventMs }),
  }
}
