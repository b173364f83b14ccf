import type { Draft } from '#lib/client/draft.ts'
import { isObject } from '#lib/client/json-value.ts'
import { loadHistory } from '#lib/client/load-history.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { ConsoleRefusal } from '#lib/client/team/ask-console.ts'
import type { RequestBodies, RequestDetail } from '#lib/contracts/team/requests.ts'
import { readRequest, readRequestBodies } from './ask-requests.ts'
import { toPlaygroundBody } from './to-playground-body.ts'
import { toRun } from './to-run.ts'

export type LoadedReplay =
  | {
      readonly state: 'found'
      readonly body: Draft['body']
      /** The request as it went then. */
      readonly run: Run
      /** What of it could not be brought back; null: nothing is missing. */
      readonly note: string | null
    }
  | { readonly state: 'missing'; readonly reason: string }

/** What a request of the log sent and was answered: from the log where it was kept, else from this browser's history. */
export async function loadReplay(contract: string, id: string): Promise<LoadedReplay> {
  const [kept, remembered] = await Promise.all([readKept(id).catch(toReason), findRemembered(contract, id)])
  if (!('reason' in kept) && kept.bodies?.request.whole) {
    const opened = toPlaygroundBody(kept.detail, kept.bodies.request.text)
    if (opened !== null) return { state: 'found', ...opened, run: toRun(kept.detail, kept.bodies) }
  }
  if (remembered !== null) return remembered
  if ('reason' in kept) return { state: 'missing', reason: kept.reason }
  return { state: 'missing', reason: whyNot(kept) }
}

interface Kept {
  readonly detail: RequestDetail
  readonly bodies: RequestBodies | null
}

async function readKept(id: string): Promise<Kept> {
  const detail = await readRequest(id)
  return { detail, bodies: detail.bodies_kept ? await readRequestBodies(id) : null }
}

function toReason(error: unknown): { reason: string } {
  if (error instanceof ConsoleRefusal) return { reason: error.message }
  throw error
}

function whyNot({ detail, bodies }: Kept): string {
  if (bodies !== null && !bodies.request.whole)
    return 'Its body is longer than what is kept of one, and this browser’s history does not have it.'
  if (bodies !== null)
    return `Its body is no request of this playground: it was refused with ${detail.status}.`
  if (detail.bodies_kept) return 'Its body was kept, but not for as long.'
  return 'Its body was not kept, and this browser’s history does not have it. Turn on “Keep bodies” for its key under API keys, or for the playgrounds in Settings.'
}

async function findRemembered(contract: string, requestId: string): Promise<LoadedReplay | null> {
  const history = await loadHistory()
  const entry = await history.findRun(requestId)
  if (entry?.contract !== contract) return null
  const run = entry.runs.find(each => each.response?.headers['x-request-id'] === requestId)
  const body = readJson(run?.request.body ?? '')
  return run !== undefined && isObject(body) ? { state: 'found', body, run, note: null } : null
}
