import type { Draft } from '#components/playground/form/model/draft.ts'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import { toList } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import type { Run } from '#lib/client/run.ts'
import type { PageViewName } from './page-views.ts'
import { readAddresses } from '#lib/client/read-addresses.ts'
import type { ScrapeRow } from './scrape-row.ts'

/** State of the scrape playground of one page. */
export interface ScrapeState {
  /** Options for every URL: only what the user set, without the URL. */
  readonly body: Draft['body']
  /** The URLs as typed, invalid lines included. */
  readonly text: string
  /** The pages of the next batch. */
  readonly addresses: readonly string[]
  /** Of the last batch, in the order of its URLs. */
  readonly rows: readonly ScrapeRow[]
  /** The row whose page is shown. */
  readonly chosen: number
  /** The selected format; null: the first available. */
  readonly view: PageViewName | null
  /** The history entry of the rows; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The rows are from the history: displayed, but not announced. */
  readonly restored: boolean
  /** Origin of the URLs when another playground sent them. */
  readonly origin: HandoffOrigin | null
}

export const emptyScrape: ScrapeState = {
  body: { model: 'scrape', params: {} },
  text: '',
  addresses: [],
  rows: [],
  chosen: 0,
  view: null,
  entry: null,
  restored: false,
  origin: null,
}

/** The request for one URL: the options, with the URL before them. */
export function bodyFor(body: Draft['body'], address: string | undefined): Draft['body'] {
  const { params } = body
  if (address === undefined || (params !== undefined && !isRecord(params))) return body
  return { ...body, params: { url: address, ...params } }
}

/** The request in the playground's shared draft format: the first URL, and each further one next to it. */
export function toScrapeDraft({
  body,
  addresses,
  origin,
}: Pick<ScrapeState, 'body' | 'addresses' | 'origin'>): Draft {
  const [first, ...others] = addresses
  return {
    contract: 'scrape',
    body: bodyFor(body, first),
    ...(others.length > 0 && { others: others.map(address => bodyFor(body, address)) }),
    ...(origin !== null && { origin }),
  }
}

/** Applies a draft that was edited, or opened from a link, an example, a handoff or the history. */
export function applyDraft(state: ScrapeState, { body, others, origin }: Draft): ScrapeState {
  const named = [body, ...toList(others).filter(isRecord)].map(addressOf)
  // A link may contain duplicates: each URL is read once, as in the editor.
  const addresses = [...new Set(named.filter(address => address !== null))]
  const same =
    addresses.length === state.addresses.length &&
    addresses.every((address, at) => address === state.addresses[at])
  return {
    ...state,
    body: withoutAddress(body),
    addresses,
    // As written: invalid lines stay for correction.
    text: same ? state.text : addresses.join('\n'),
    origin: origin ?? null,
  }
}

/** Applies the text of the URL list. */
export function writeAddresses(state: ScrapeState, text: string): ScrapeState {
  return { ...state, text, addresses: readAddresses(text).addresses }
}

/** Every run of a state: those of the rows, then those of whole pages, active ones last. */
export function runsOf({ rows }: Pick<ScrapeState, 'rows'>): readonly Run[] {
  const runs = [...rows.flatMap(({ run }) => run ?? []), ...rows.flatMap(({ whole }) => whole ?? [])]
  return [...runs.filter(run => run.state !== 'running'), ...runs.filter(run => run.state === 'running')]
}

function addressOf(body: Draft['body']): string | null {
  const address = fieldAt(body, 'params.url')
  return typeof address === 'string' ? address : null
}

function withoutAddress(body: Draft['body']): Draft['body'] {
  if (addressOf(body) === null) return body
  return withFieldAt(body, 'params.url', undefined)
}
