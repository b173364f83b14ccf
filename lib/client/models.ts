import { queryOptions } from '@tanstack/react-query'
import type { Model } from '#lib/contracts/models.ts'

/** All models that the API knows, the ones that are not ready included; asked again while one is being fetched. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => listModels(signal),
  staleTime: 15_000,
  refetchInterval: ({ state }) => (state.data?.some(model => model.state === 'downloading') ? 4_000 : false),
})

/** @throws Error with the API's own words */
async function listModels(signal: AbortSignal): Promise<readonly Model[]> {
  const response = await fetch('/api/models', { signal })
  const body: unknown = await response.json().catch(() => null)
  const list = field(body, 'data')
  if (response.ok && Array.isArray(list)) return list.filter(isModel)
  const message = field(field(body, 'error'), 'message')
  throw new Error(typeof message === 'string' ? message : `The API answered ${response.status}.`)
}

// Another server may list models with an id alone: what it does not say stays unknown.
function isModel(value: unknown): value is Model {
  return typeof field(value, 'id') === 'string'
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
