import { queryOptions } from '@tanstack/react-query'
import { askConsole } from '#lib/client/ask-console.ts'

/** The embedded models with license, size and memory, and whether this member may download them. */
export const localModelsQuery = queryOptions({
  queryKey: ['local-models'],
  queryFn: async () => {
    const [{ localModelsSchema }, answer] = await Promise.all([
      import('#lib/contracts/console/providers.ts'),
      askConsole('GET', '/api/models/local'),
    ])
    return localModelsSchema.parse(answer)
  },
  staleTime: 60_000,
})
