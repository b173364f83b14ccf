import { askConsole } from '#lib/client/ask-console.ts'
import type { DocIndex } from '#lib/contracts/console/docs.ts'

/** The search index, loaded with the first search. */
export const docIndexQuery = {
  queryKey: ['docs'],
  queryFn: askDocs,
  staleTime: Infinity,
} as const

async function askDocs(): Promise<DocIndex> {
  const [{ docIndexSchema }, answer] = await Promise.all([
    import('#lib/contracts/console/docs.ts'),
    askConsole('GET', '/api/docs'),
  ])
  return docIndexSchema.parse(answer)
}
