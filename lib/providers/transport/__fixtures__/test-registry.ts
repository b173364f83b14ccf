import type { LocalAddress } from '#lib/providers/registry/create-provider.ts'
import { ApiError } from '#lib/errors.ts'
import type { ModelEntry } from '#lib/providers/registry/model-entry.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import { createFixedRegistry } from '#lib/providers/registry/reloadable-registry.ts'
import { createTestUpstream, plainJson, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'

export const vllm: ProviderEntry = {
  id: 'my-vllm',
  kind: 'openai',
  server: 'vllm',
  baseUrl: 'http://10.0.0.5:8000/v1/',
  apiKey: 'vllm-key',
  from: 'file',
}
export const keyed = (id: string, kind: ProviderEntry['kind'] = 'openai'): ProviderEntry => ({
  id,
  kind,
  baseUrl: null,
  apiKey: 'k',
  from: 'environment',
})
export const teamChat: ModelEntry = {
  id: 'team-chat',
  provider: 'my-vllm',
  upstream: 'qwen3-32b',
  kind: 'chat',
  input: ['text', 'image'],
  context: 32_768,
  price: { input: 0.1, output: 0.4 },
  fallbacks: ['local/x'],
}

/** A registry with scripted responses. */
export function registryOf(
  providers: readonly ProviderEntry[],
  models: readonly ModelEntry[] = [],
  replies: readonly (Reply | Error)[] = [],
  local: LocalAddress | null = null,
  aliases: Readonly<Record<string, string>> = {},
) {
  const upstream = createTestUpstream(...replies)
  const fetchImage = () => Promise.reject(new Error('no images here'))
  return {
    upstream,
    registry: createFixedRegistry({
      providers,
      models,
      request: upstream.request,
      fetchImage,
      local,
      aliases,
    }),
  }
}

export function refusalOf(resolve: () => unknown): ApiError {
  try {
    resolve()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it was resolved')
}

/** A model list as sent by servers. */
export const list = (...data: object[]): Reply => ({ headers: plainJson, parts: [JSON.stringify({ data })] })
export const local = { baseUrl: 'http://127.0.0.1:4000/v1', token: 'internal', checkChat: () => undefined }
