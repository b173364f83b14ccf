import type { ProviderUrls } from '#lib/providers/define-provider.ts'
import type { UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import { isPublicApi, type ProviderEntry, type ResolvedEntry } from './provider-entry.ts'

/** Headers of every request to a model server. */
export const commonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'user-agent': 'sextant',
} as const

/** The URL of each API of a provider; `messages` and `responses` are those of additional API formats. */
export type ProviderTargets = Readonly<Record<keyof ProviderUrls, UpstreamTarget>> & {
  readonly messages?: UpstreamTarget
  readonly responses?: UpstreamTarget
}

export function toTargets(entry: ProviderEntry, { baseUrl, api, server }: ResolvedEntry): ProviderTargets {
  const key = entry.apiKey
  const bearer = key === null ? {} : { authorization: `Bearer ${key}` }
  const headers = { ...commonHeaders, ...(api.headers?.(key) ?? bearer) }
  const policy = entry.from === 'console' ? 'guarded' : 'operator'
  const toTarget = (address: string): UpstreamTarget => {
    const { origin, pathname } = new URL(address)
    const isPublic = isPublicApi(address) && { isPublic: true }
    return { origin, basePath: pathname.replace(/\/+$/, ''), policy, headers, ...isPublic }
  }
  const { chat, embeddings, list } = server.urls?.(baseUrl) ?? {
    chat: baseUrl,
    embeddings: baseUrl,
    list: baseUrl,
  }
  const messages = formatUrl(entry, 'messages', chat)
  const responses = formatUrl(entry, 'responses', chat)
  return {
    chat: toTarget(chat),
    embeddings: toTarget(embeddings),
    list: toTarget(list),
    ...(messages !== null && { messages: withApiKey(toTarget(messages), key) }),
    ...(responses !== null && { responses: toTarget(responses) }),
  }
}

/** Null: it does not have the API format beside its own. */
function formatUrl(
  { kind, apiFormats }: ProviderEntry,
  format: 'messages' | 'responses',
  chat: string,
): string | null {
  const given = apiFormats?.[format] ?? false
  if (kind !== 'openai' || given === false) return null
  return given === true ? chat : given
}

// Servers read one or the other.
function withApiKey(target: UpstreamTarget, key: string | null): UpstreamTarget {
  return key === null ? target : { ...target, headers: { ...target.headers, 'x-api-key': key } }
}
