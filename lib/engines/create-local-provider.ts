import { internalHeader } from '#lib/internal-token.ts'
import { toEngines, type ProviderMeans } from './create-provider.ts'
import { createOpenAiCompatible } from './language/openai-compatible.ts'
import { quirksOf } from './language/quirks.ts'
import { createList } from './create-list.ts'
import type { Provider } from './provider.ts'
import { commonHeaders } from './provider-target.ts'
import { createTranscriber } from './speech/create-transcriber.ts'
import type { UpstreamTarget } from './upstream-request.ts'

/** Our own models process. */
export interface LocalAddress {
  readonly baseUrl: string
  readonly token: string
}

/** The embedded engine: our own models process on loopback, which takes our internal token and no key. */
export function createLocalProvider(local: LocalAddress, means: ProviderMeans): Provider {
  const { origin, pathname } = new URL(local.baseUrl)
  const target: UpstreamTarget = {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    policy: 'local',
    headers: { ...commonHeaders, [internalHeader]: local.token },
  }
  const upstream = {
    providerId: 'local',
    target,
    request: means.request,
    secrets: [local.token, origin],
    local: true,
  }
  const chat = { ...upstream, inputField: 'messages', quirks: quirksOf('local') } as const
  return {
    id: 'local',
    list: createList('local', 'local', target, means.request),
    language: modelId => createOpenAiCompatible({ ...chat, modelId, fetchImage: means.fetchImage }),
    speech: modelId => createTranscriber({ ...upstream, inputField: 'file', modelId }),
    ...toEngines(upstream, 'local'),
  }
}
