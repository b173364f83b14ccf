import { isMetadataAddress } from '#lib/web/fetch/address-range.ts'
import { ApiError } from '#lib/errors.ts'
import { internalHeader } from '#lib/internal-token.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { createNativeMessages } from '#lib/providers/anthropic/native-messages.ts'
import { createNativeResponses } from '#lib/providers/openai/native-responses.ts'
import { providerById } from '#lib/providers/all-providers.ts'
import { createEmbedder } from '#lib/providers/embedding/create-embedder.ts'
import { type FetchImage, withInlineImages } from '#lib/providers/openai-compatible/inline-images.ts'
import { createReranker } from '#lib/providers/reranking/create-reranker.ts'
import type { UpstreamRequest, UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import { createKeyCheck, createList } from './listing/create-list.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { Provider } from './provider.ts'
import type { Assembling, TargetTimers } from './target.ts'
import { isPublicApi, resolveEntry, type ProviderEntry, type ResolvedEntry } from './provider-entry.ts'
import { commonHeaders, toTargets, type ProviderTargets } from './provider-target.ts'

export interface ProviderDeps {
  readonly request: UpstreamRequest
  readonly fetchImage: FetchImage
}

/** A configured provider. @throws Error with the problem of the entry */
export function createProvider(entry: ProviderEntry, deps: ProviderDeps): Provider {
  const { apiKeys = [], maxParallel, probe } = entry
  const limits = {
    ...(maxParallel !== undefined && { parallelMax: maxParallel }),
    ...(probe === true && { probe }),
  }
  if (apiKeys.length < 2) return { ...createWithKey(entry, deps), ...limits }
  const keys = apiKeys.flatMap((apiKey, index) =>
    apiKey === null ? [] : [{ ...createWithKey({ ...entry, apiKey }, deps), keyNumber: index + 1 }],
  )
  return { ...createWithKey(entry, deps), ...limits, keys, list: signal => listWithAnyKey(keys, signal) }
}

/** One key may be rejected while the others work. */
async function listWithAnyKey(
  keys: readonly Provider[],
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  for (const [index, provider] of keys.entries()) {
    try {
      return (await provider.list?.(signal)) ?? []
    } catch (error) {
      if (!(error instanceof ApiError) || index === keys.length - 1) throw error
    }
  }
  return []
}

function createWithKey(entry: ProviderEntry, deps: ProviderDeps): Provider {
  const resolved = resolveEntry(entry)
  refuseMetadata(entry.id, resolved.baseUrl)
  const targets = toTargets(entry, resolved)
  const secrets = [
    entry.apiKey ?? '',
    resolved.baseUrl,
    targets.chat.origin,
    targets.embeddings.origin,
    targets.messages?.origin ?? '',
    targets.responses?.origin ?? '',
  ].filter(secret => secret !== '')
  const { id, timers, assemble, apiFormats } = entry
  const inlinesImages = !isPublicApi(resolved.baseUrl)
  const forwards = {
    messages: apiFormats?.messages !== false,
    responses: apiFormats?.responses !== false,
  }
  return connect(
    { ...resolved, id, targets, secrets, timers, assemble, inlinesImages, forwards, local: false },
    deps,
  )
}

// The guard of every connection blocks it, for configured providers too.
function refuseMetadata(id: string, baseUrl: string): void {
  const host = new URL(baseUrl).hostname.replaceAll(/[[\]]/g, '')
  if (!isMetadataAddress(host)) return
  throw new Error(`The URL of the provider "${id}" is a metadata address of a cloud: ${host}. Change it.`)
}

/** Our own models process. */
export interface LocalAddress {
  readonly baseUrl: string
  readonly token: string
  /** @throws ApiError for a chat that would block the process for all */
  readonly checkChat: (request: ChatRequest) => void
}

// The model may have to be downloaded and loaded.
const embeddedTtftMs = 300_000

/** The embedded engine: our own models process on loopback, which uses our internal token and no key. */
export function createLocalProvider(
  { baseUrl, token, checkChat }: LocalAddress,
  deps: ProviderDeps,
): Provider {
  const { origin, pathname } = new URL(baseUrl)
  const target: UpstreamTarget = {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    policy: 'local',
    headers: { ...commonHeaders, [internalHeader]: token },
  }
  const server = providerById('local')
  const targets = { chat: target, embeddings: target, list: target }
  const secrets = [token, origin]
  const timers = { firstEventMs: embeddedTtftMs }
  const connection = { api: server, server, id: 'local', targets, secrets, timers, local: true }
  // It reads no images.
  const forwards = { messages: false, responses: false }
  return connect({ ...connection, assemble: 'never', inlinesImages: false, forwards, checkChat }, deps)
}

interface Connection extends Omit<ResolvedEntry, 'baseUrl'> {
  readonly id: string
  readonly targets: ProviderTargets
  readonly secrets: readonly string[]
  readonly timers: TargetTimers | undefined
  readonly inlinesImages: boolean
  /** Whether requests of these API formats are forwarded as they are, if the provider has them. */
  readonly forwards: Readonly<Record<'messages' | 'responses', boolean>>
  readonly assemble: Assembling | undefined
  readonly local: boolean
  readonly checkChat?: LocalAddress['checkChat']
}

/** The capabilities of the entry's API, in the format of its server. */
function connect(connection: Connection, { request, fetchImage }: ProviderDeps): Provider {
  const { id, api, server, targets, secrets, timers, assemble, inlinesImages, forwards, local } = connection
  const { checkChat } = connection
  const upstream = { providerId: id, request, secrets, local }
  const { chat } = api
  const embeddings = api.embeddings && server.embeddings
  const rerank = api.rerank && server.rerank
  return {
    id,
    known: server.models,
    ...vendorOf({ api, server }),
    reportsCosts: server.reportsCosts === true,
    hidesThinking: server.hidesThinking === true,
    ...(server.searchesUnasked !== undefined && { searchesUnasked: server.searchesUnasked }),
    ...(server.speechSecondsMin !== undefined && { speechSecondsMin: server.speechSecondsMin }),
    free: local || server.free === true,
    timers,
    assemble,
    list: createList(server, { providerId: id, target: targets.list, request }),
    checkKey: createKeyCheck(server, targets, request),
    ...(chat !== undefined && {
      language: modelId => {
        const { quirks } = server
        const model = chat({ ...upstream, target: targets.chat, inputField: 'messages', modelId, quirks })
        const reader = inlinesImages ? withInlineImages(model, fetchImage) : model
        const { native: own, ...chatOnly } = reader
        const messages =
          targets.messages === undefined
            ? own?.messages
            : createNativeMessages({ ...upstream, target: targets.messages, inputField: 'messages', modelId })
        const responses =
          targets.responses === undefined
            ? own?.responses
            : createNativeResponses({ ...upstream, target: targets.responses, inputField: 'input', modelId })
        return {
          ...chatOnly,
          native: {
            ...(forwards.messages && messages !== undefined && { messages }),
            ...(forwards.responses && responses !== undefined && { responses }),
          },
          ...(checkChat && { check: checkChat }),
        }
      },
    }),
    ...(api.kind === 'openai' && {
      upstream: (modelId, inputField) => ({ ...upstream, target: targets.chat, inputField, modelId }),
    }),
    ...(embeddings !== undefined && {
      embedding: modelId =>
        createEmbedder({ ...upstream, target: targets.embeddings, inputField: 'input', modelId }, embeddings),
    }),
    ...(rerank !== undefined && {
      reranking: modelId =>
        createReranker({ ...upstream, target: targets.embeddings, inputField: 'documents', modelId }, rerank),
    }),
  }
}

/** The server by its host, else the vendor of the API; none for a server that may have any model. */
function vendorOf({ api, server }: Pick<ResolvedEntry, 'api' | 'server'>): Pick<Provider, 'vendor'> {
  const { id } = server.id === 'other' ? api : server
  return id === 'other' ? {} : { vendor: id }
}
