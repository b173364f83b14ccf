import { askConsole } from '#lib/client/ask-console.ts'
import type {
  NewProviderInput,
  ProviderPatchInput,
  ProviderProbe,
  Providers,
  ProviderTestInput,
  ProviderView,
} from '#lib/contracts/console/providers.ts'

const schemas = () => import('#lib/contracts/console/providers.ts')

/** Model providers and search backends, in routing order. */
export async function listProviders(): Promise<Providers> {
  const [{ providersSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/providers')])
  return providersSchema.parse(answer)
}

/** @returns the stored row, without its key */
export async function addProvider(provider: NewProviderInput): Promise<ProviderView> {
  const [{ providerSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/providers', provider),
  ])
  return providerSchema.parse(answer)
}

/** A new base URL without a key clears the key. */
export async function changeProvider(id: string, patch: ProviderPatchInput): Promise<void> {
  await askConsole('PATCH', `/api/providers/${id}`, patch)
}

export async function removeProvider(id: string): Promise<void> {
  await askConsole('DELETE', `/api/providers/${id}`)
}

export async function orderProviders(ids: readonly string[]): Promise<void> {
  await askConsole('POST', '/api/providers/order', { ids })
}

/** Sends a real request to the provider; its response is shown unchanged, with secrets removed. */
export async function testProvider(question: ProviderTestInput): Promise<ProviderProbe> {
  const [{ providerProbeSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/providers/test', question),
  ])
  return providerProbeSchema.parse(answer)
}
