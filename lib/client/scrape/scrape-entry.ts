import { toBody } from '#lib/client/draft.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import { isObject, toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { applyDraft, bodyFor, emptyScrape, runsOf, toScrapeDraft, type ScrapeState } from './scrape-state.ts'

/** The line of history for what was read: with the addresses of then, since the editor may hold others by now. */
export function toEntry(state: ScrapeState, entry: NonNullable<ScrapeState['entry']>): HistoryEntry {
  const { rows, origin } = state
  const [first] = rows
  const sent = readJson(first?.body ?? '')
  const body = isObject(sent) ? sent : state.body
  // A request without an address has its row too, and stays without one.
  const addresses = rows.map(({ address }) => address).filter(address => address !== '')
  const asked = applyDraft(emptyScrape, { contract: 'scrape', body })
  return {
    ...entry,
    contract: 'scrape',
    name: null,
    pinned: false,
    draft: toScrapeDraft({ body: asked.body, addresses, origin }),
    runs: runsOf(state),
  }
}

/** Opens a line of history: its addresses in the editor, and what each of them brought. */
export function openEntry({ id, createdAt, draft, runs }: HistoryEntry): ScrapeState {
  const state = applyDraft(emptyScrape, draft)
  const runsAt = Map.groupBy(runs, addressOf)
  const addresses = state.addresses.length > 0 ? state.addresses : ['']
  const rows = addresses.map(address => {
    // In the order in which they were written: what was read, then the whole page.
    const [run = null, whole = null] = runsAt.get(address) ?? []
    const body = toBody({ body: bodyFor(state.body, address === '' ? undefined : address) })
    // What never began does not begin by itself now.
    return { address, body: run?.request.body || body, run, whole, cancelled: run === null }
  })
  return { ...state, rows, entry: { id, createdAt }, restored: true }
}

function addressOf(run: Run): string {
  const { url } = toObject(toObject(readJson(run.request.body))['params'])
  return typeof url === 'string' ? url : ''
}
