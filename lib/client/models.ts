import { queryOptions } from '@tanstack/react-query'
import type { Model } from '#lib/contracts/api/models.ts'
import { fieldOf, readProblem } from './console-answer.ts'

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
  if (!response.ok) throw new Error(await readProblem(response))
  const list = fieldOf(await response.json(), 'data')
  if (Array.isArray(list)) return list.filter(isModel)
  throw new Error('The API answered with something other than a list of models.')
}

// Another server may list models with an id alone: what it does not say stays unknown.
function isModel(value: unknown): value is Model {
  return typeof fieldOf(value, 'id') === 'string'
}
