import { askConsole } from '#lib/client/ask-console.ts'
import type { RequestBodies, RequestDetail, RequestList } from '#lib/contracts/console/requests.ts'
import { type LogFilter, toFilterQuery } from './filter-address.ts'

// What reads an answer is loaded with the first one, not with the page.
const schemas = () => import('#lib/contracts/console/requests.ts')

const rowsWanted = 50
// A filter that few rows match is looked for in steps, each of which the server bounds.
const stepsMax = 8

/** A page of the log from a place on; with few matches it may be short, and not the last. */
export async function listRequests(
  filter: LogFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<RequestList> {
  const { requestListSchema } = await schemas()
  let list = requestListSchema.parse(await askConsole('GET', `/api/requests?${toSearch(filter, cursor)}`))
  for (let step = 1; step < stepsMax && list.next !== null && list.requests.length < rowsWanted; step++) {
    signal.throwIfAborted()
    const further = requestListSchema.parse(
      await askConsole('GET', `/api/requests?${toSearch(filter, list.next)}`),
    )
    list = { ...further, requests: [...list.requests, ...further.requests] }
  }
  return list
}

/** All that match, newest first, up to 10,000; that they were taken is on record. */
export async function exportRequests(filter: LogFilter): Promise<RequestList> {
  const { requestListSchema } = await schemas()
  return requestListSchema.parse(
    await askConsole('GET', `/api/requests/export?${toFilterQuery(filter).toString()}`),
  )
}

export async function readRequest(id: string): Promise<RequestDetail> {
  const { requestDetailSchema } = await schemas()
  return requestDetailSchema.parse(await askConsole('GET', `/api/requests/${encodeURIComponent(id)}`))
}

/** What was sent and answered; null where it was not kept, or not for as long. Reading another's is on record. */
export async function readRequestBodies(id: string): Promise<RequestBodies | null> {
  const { requestBodiesSchema } = await schemas()
  const answer = await askConsole('GET', `/api/requests/${encodeURIComponent(id)}/bodies`)
  return requestBodiesSchema.parse(answer).bodies
}

function toSearch(filter: LogFilter, cursor: string | null): string {
  const search = toFilterQuery(filter)
  if (cursor !== null) search.set('cursor', cursor)
  return search.toString()
}
