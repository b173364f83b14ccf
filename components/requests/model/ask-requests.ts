import { askConsole } from '#lib/client/ask-console.ts'
import type { RequestBodies, RequestDetail, RequestList } from '#lib/contracts/console/requests.ts'
import { type LogFilter, toFilterQuery } from './filter-address.ts'

// Schemas load with the first response, not with the page.
const schemas = () => import('#lib/contracts/console/requests.ts')

const rowsWanted = 50
// The server limits the rows it scans per request, so a rare filter takes several requests.
const stepsMax = 8

/** A page of the log from a cursor. A short page is not necessarily the last. */
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

/** All matching rows, newest first, up to 10,000. The export is recorded in the audit log. */
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

/** Request and response bodies; null if they were not logged or have expired. Reading a member's bodies is audited. */
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
