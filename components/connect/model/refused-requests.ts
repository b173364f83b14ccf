import { askConsole } from '#lib/client/ask-console.ts'
import type { RefusedList } from '#lib/contracts/console/refused-requests.ts'

/** Refused requests of the reader's own network since a time of the server's clock; null: only that clock. */
export async function listRefusedRequests(since: number | null): Promise<RefusedList> {
  const { refusedListSchema } = await import('#lib/contracts/console/refused-requests.ts')
  return refusedListSchema.parse(await askConsole('GET', `/api/requests/refused?since=${since ?? latest}`))
}

const latest = 8.64e15
