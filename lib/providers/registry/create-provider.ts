import { createEmbedder } from '#lib/providers/embedding/create-embedder.ts'
import { embeddingWireOf } from '#lib/providers/embedding/wire-of.ts'
import { knownProviders } from '#lib/known-providers.ts'
import { createAnthropic } from '#lib/providers/anthropic/anthropic.ts'
import type { FetchImage } from '#lib/providers/openai-compatible/inline-images.ts'
import { createOpenAiCompatible } from '#lib/providers/openai-compatible/chat.ts'
import { quirksOf } from '#lib/providers/openai-compatible/quirks.ts'
import { createList } from './create-list.ts'
import { knownModels } from './known-models.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import type { Provider } from './provider.ts'
import { serverOfEntry, type ProviderEntry } from './provider-entry.ts'
import { toTargets } from './provider-target.ts'
import { createReranker } from '#lib/providers/reranking/create-reranker.ts'
import { rerankWireOf } from '#lib/providers/reranking/wire-of.ts'
import { costReporters, type ServerKind } from './server-kind.ts'
import { createTranscriber } from '#lib/speech/create-transcriber.ts'
import type { UpstreamRequest } from '#lib/providers/transport/upstream-request.ts'

export interface ProviderMeans {
  readonly request: UpstreamRequest
  readonly fetchImage: FetchImage
}

/** @throws Error that says what is wrong with the entry */
export function createProvider(entry: ProviderEntry, means: ProviderMeans): Provider {
  const baseUrl = entry.baseUrl ?? knownProviders.find(known => known.id === entry.id)?.baseUrl
  if (baseUrl === undefined) throw new Error(`The provider "${entry.id}" needs a baseUrl.`)
  const server = serverOfEntry(entry, baseUrl)
  const targets = toTargets(entry, server, baseUrl)
  const upstream = {
    providerId: entry.id,
    request: means.request,
    secrets: [entry.apiKey ?? '', baseUrl, targets.chat.origin, targets.embedding.origin].filter(
      secret => secret !== '',
    ),
    local: false,
  }
  const named = {
    id: entry.id,
    known: knownModels(server),
    reportsCosts: costReporters.has(server),
    list: createList(server, entry.id, targets.list, means.request),
  }
  const chat = { ...upstream, target: targets.chat, inputField: 'messages' } as const
  switch (entry.kind) {
    case 'anthropic':
      return { ...named, language: modelId => createAnthropic({ ...chat, modelId }) }
    case 'openai':
    case 'cohere': {
      const options = { ...chat, quirks: quirksOf(server), fetchImage: means.fetchImage }
      return {
        ...named,
        language: modelId => createOpenAiCompatible({ ...options, modelId }),
        ...(entry.kind === 'openai' && {
          speech: modelId =>
            createTranscriber({ ...upstream, target: targets.chat, inputField: 'file', modelId }),
        }),
        ...toEngines({ ...upstream, target: targets.embedding }, server),
      }
    }
    case 'jina':
    case 'voyage':
    case 'mixedbread':
    case 'tei':
      return { ...named, ...toEngines({ ...upstream, target: targets.embedding }, server) }
  }
}

/** What of embedding and reranking a kind of server can do. */
export function toEngines(
  upstream: Omit<ModelUpstream, 'modelId' | 'inputField'>,
  server: ServerKind,
): Pick<Provider, 'embedding' | 'reranking'> {
  const embedding = embeddingWireOf(server)
  const reranking = rerankWireOf(server)
  return {
    ...(embedding !== null && {
      embedding: modelId => createEmbedder({ ...upstream, inputField: 'input', modelId }, embedding),
    }),
    ...(reranking !== null && {
      reranking: modelId => createReranker({ ...upstream, inputField: 'documents', modelId }, reranking),
    }),
  }
}
