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

/** Sources of models and of search results, in the order of asking. */
export async function listProviders(): Promise<Providers> {
  const [{ providersSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/providers')])
  return providersSchema.parse(answer)
}

/** @returns the row as it is kept, without its key */
export async function addProvider(provider: NewProviderInput): Promise<ProviderView> {
  const [{ providerSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/providers', provider),
  ])
  return providerSchema.parse(answer)
}

/** A new address without a key clears the key. */
export async function changeProvider(id: string, patch: ProviderPatchInput): Promise<void> {
  await askConsole('PATCH', `/api/providers/${id}`, patch)
}

export async function removeProvider(id: string): Promise<void> {
  await askConsole('DELETE', `/api/providers/${id}`)
}

export async function orderProviders(ids: readonly string[]): Promise<void> {
  await askConsole('POST', '/api/providers/order', { ids })
}

/** A real call to the provider; what it says is shown as it is, without secrets. */
export async function testProvider(question: ProviderTestInput): Promise<ProviderProbe> {
  const [{ providerProbeSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/providers/test', question),
  ])
  return providerProbeSchema.parse(answer)
}
