import type { Draft } from '#components/playground/form/model/draft.ts'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import { isObject, toList } from '#lib/client/json-value.ts'
import type { ParcelOrigin } from '#components/playground/handoff/model/parcel.ts'
import type { Run } from '#lib/client/run.ts'
import type { PageViewName } from './page-views.ts'
import { readAddresses } from '#lib/client/read-addresses.ts'
import type { ScrapeRow } from './scrape-row.ts'

/** The scrape playground of one page. */
export interface ScrapeState {
  /** What every address is read with: only what the user set, without the address. */
  readonly body: Draft['body']
  /** The addresses as they are written, mistakes and all. */
  readonly text: string
  /** The pages that the next press of Run reads. */
  readonly addresses: readonly string[]
  /** Of the last press of Run, in the order of its addresses. */
  readonly rows: readonly ScrapeRow[]
  /** The row whose page is shown. */
  readonly chosen: number
  /** The form in which pages are looked at; null: the first that is there. */
  readonly view: PageViewName | null
  /** The line of history that the rows belong to; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The rows are from the history: they are shown, and nothing is said of them. */
  readonly restored: boolean
  /** Where the addresses came from, when another playground sent them. */
  readonly origin: ParcelOrigin | null
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

/** The request for one address: what is set, and the address before it. */
export function bodyFor(body: Draft['body'], address: string | undefined): Draft['body'] {
  const { params } = body
  if (address === undefined || (params !== undefined && !isObject(params))) return body
  return { ...body, params: { url: address, ...params } }
}

/** The request as every part of the bench knows it: the first address, and each further one beside it. */
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

/** Takes over a draft that was edited, or came with a link, an example, a parcel or the history. */
export function applyDraft(state: ScrapeState, { body, others, origin }: Draft): ScrapeState {
  const named = [body, ...toList(others).filter(isObject)].map(addressOf)
  // A link may name one twice: each is read once, as where they are typed.
  const addresses = [...new Set(named.filter(address => address !== null))]
  const same =
    addresses.length === state.addresses.length &&
    addresses.every((address, at) => address === state.addresses[at])
  return {
    ...state,
    body: withoutAddress(body),
    addresses,
    // As it was written: a line that is left out is still there to be mended.
    text: same ? state.text : addresses.join('\n'),
    origin: origin ?? null,
  }
}

/** Takes over what was written as the list of addresses. */
export function writeAddresses(state: ScrapeState, text: string): ScrapeState {
  return { ...state, text, addresses: readAddresses(text).addresses }
}

/** Every run of a state: those of the rows, those that brought whole pages, and last what still goes on. */
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
