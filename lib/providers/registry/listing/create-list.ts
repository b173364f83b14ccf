import type { Probe, ProviderDefinition } from '#lib/providers/define-provider.ts'
import { addKnownFacts, readModelList } from '#lib/providers/read-model-list.ts'
import { readBody, readHead } from '#lib/providers/transport/read-body.ts'
import { toUpstreamError, UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { UpstreamRequest, UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import type { Provider } from '#lib/providers/registry/provider.ts'
import type { ProviderTargets } from '#lib/providers/registry/provider-target.ts'

const listMs = 3000
const listBytesMax = 8 * 1024 * 1024

/** Lists a provider's models: from its own list, its definition, or both. */
export function createList(
  { models, list = listOwnModels }: ProviderDefinition,
  source: Pick<ListRequest, 'providerId' | 'target' | 'request'>,
): NonNullable<Provider['list']> {
  return signal => list(path => readJsonList({ ...source, path, signal }), models)
}

/** Requires a valid key at most vendors; the others name another request. */
export const modelList: Probe = { url: 'list', method: 'GET', path: '/models' }
const headBytesMax = 1024

/** Asks whether the key is valid. @returns undefined: that would cost something */
export function createKeyCheck(
  { probe = modelList }: ProviderDefinition,
  targets: ProviderTargets,
  request: UpstreamRequest,
): Provider['checkKey'] {
  const { url, method, path } = probe
  if (method !== 'GET') return undefined
  return async signal => {
    const timers = { connectMs: listMs, silenceMs: listMs, totalMs: listMs }
    const response = await request({ target: targets[url], method, path, signal, timers })
    await readHead(response, headBytesMax)
    if (response.status >= 200 && response.status < 300) return 'accepted'
    // A key may be allowed to chat and not to list models, and the server may be down.
    return response.status === 401 ? 'refused' : 'unknown'
  }
}

const listOwnModels: NonNullable<ProviderDefinition['list']> = async (get, models) =>
  addKnownFacts(readModelList(await get('/models')), models)

interface ListRequest {
  readonly providerId: string
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  readonly path: string
  readonly signal: AbortSignal
}

/**
 * The JSON of a provider's model list.
 * @throws ApiError when it takes longer than 3 s
 */
export async function readJsonList({
  providerId,
  target,
  request,
  path,
  signal,
}: ListRequest): Promise<unknown> {
  try {
    const timers = { connectMs: listMs, silenceMs: listMs, totalMs: listMs }
    const response = await request({ target, method: 'GET', path, signal, timers })
    const text = await readBody(response, listBytesMax)
    if (response.status !== 200) throw unusable(providerId, new Error(`status ${response.status}`))
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw unusable(providerId, error)
    throw toUpstreamError(error, { providerId })
  }
}

function unusable(providerId: string, cause: Error): UpstreamError {
  return new UpstreamError('upstream_error', `The provider \`${providerId}\` did not return a model list.`, {
    cause,
  })
}
