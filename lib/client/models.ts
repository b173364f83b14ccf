import { queryOptions } from '@tanstack/react-query'
import type { Model } from '#lib/contracts/api/models.ts'
import { fieldOf, readProblem } from './console-answer.ts'

/** All models, including those that are not ready; polled during downloads. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => listModels(signal),
  staleTime: 15_000,
  refetchInterval: ({ state }) => (state.data?.some(model => model.state === 'downloading') ? 4_000 : false),
})

/** @throws Error with the API's message */
export async function listModels(signal: AbortSignal): Promise<readonly Model[]> {
  const response = await fetch('/api/models', { signal })
  if (!response.ok) throw new Error(await readProblem(response))
  const list = fieldOf(await response.json(), 'data')
  if (Array.isArray(list)) return list.filter(isModel)
  throw new Error('The API returned an invalid model list.')
}

/** All providers that receive the requests of a model. */
export function providersOf({
  owned_by: provider,
  providers,
}: Partial<Pick<Model, 'owned_by' | 'providers'>>): readonly string[] {
  return providers ?? (provider === undefined ? [] : [provider])
}

// A remote server may list only ids; missing fields stay unknown.
function isModel(value: unknown): value is Model {
  return typeof fieldOf(value, 'id') === 'string'
}
