import { createTestUpstream, plainJson, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import { createProvider } from '#lib/providers/registry/create-provider.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'

/** The models that a provider of this kind lists when its server returns these responses. */
export async function listOf(entry: Pick<ProviderEntry, 'kind' | 'baseUrl'>, ...replies: (Reply | Error)[]) {
  const upstream = createTestUpstream(...replies)
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const provider = createProvider(
    { id: 'acme', apiKey: 'k', from: 'file', ...entry },
    { request: upstream.request, fetchImage },
  )
  const models = (await provider.list?.(new AbortController().signal)) ?? []
  return { models, sent: upstream.sent }
}

export const listReply = (body: unknown): Reply => ({ headers: plainJson, parts: [JSON.stringify(body)] })
