import type { Caller } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { withPath } from '#lib/capabilities/api-formats/client-paths.ts'
import type { ResponsesCall } from './responses-call.ts'
import { type StoredItem, toHistoryItem, toInputItems, withoutLostFiles } from './stored-items.ts'
import {
  type EarlierTurn,
  type FoundItem,
  namedBytesMax,
  referencesTooLong,
  type StoredResponses,
} from './stored-responses.ts'

/** A request with everything in it that it only named. */
export interface ContinuedRequest {
  readonly call: ResponsesCall
  /** The stored response that it continues; null: none. */
  readonly previousId: string | null
  /** The items of the request itself; null: its input is invalid. */
  readonly input: () => readonly StoredItem[] | null
  /** The error with its path in the request as it was sent. */
  toSent(error: unknown): unknown
}

type Sent = Readonly<Record<string, unknown>>

/**
 * Puts the items of earlier responses, and those that the request refers to, into its input. Nothing else of its bytes
 * changes, and providers get whole conversations: none has to store anything for us.
 * @throws ApiError `previous_response_not_found`
 */
export async function continueRequest(
  call: ResponsesCall,
  { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>,
  days: number,
  stored: StoredResponses,
): Promise<ContinuedRequest> {
  const { envelope } = call
  const previousId = previousIdOf(call)
  const owner = { teamId, userId }
  const references = await findReferences(call, owner, days, stored)
  const hold = (bytes: number): void => call.hold(bytes)
  const chain = previousId === null ? [] : await stored.readChain(owner, days, previousId, hold)
  const input = () => toInputItems(references?.items ?? envelope.member('input'))
  if (references === null && chain.length === 0) return { call, previousId, input, toSent: error => error }
  const history = withoutLostFiles(chain.flatMap(turn => historyOf(turn, call)))
  const own = references === null ? envelope.text('input') : JSON.stringify(references.items)
  const json = joinInput(
    history.map(item => JSON.stringify(item)),
    own,
  )
  const continued = call.withBody(envelope.withHistory(json, ['previous_response_id']))
  return {
    call: continued,
    previousId,
    input,
    toSent: error => withSentPath(error, history.length, own?.startsWith('"') === true),
  }
}

/** @throws ApiError for one that is no text */
function previousIdOf(call: ResponsesCall): string | null {
  const id = call.envelope.member('previous_response_id')
  if (id === undefined || id === null) return null
  if (typeof id === 'string') return id
  void call.input
  throw new ApiError('invalid_type', "Invalid type for 'previous_response_id': expected a string.", {
    param: 'previous_response_id',
  })
}

function historyOf({ items, model }: EarlierTurn, call: ResponsesCall): readonly Sent[] {
  const isSame = isSameProvider(model, call)
  return items.flatMap(item => {
    const sent = toHistoryItem(item, isSame)
    return sent === null ? [] : [sent]
  })
}

/** Whether the provider that wrote a response is the first to be asked. */
function isSameProvider(model: string, { named }: ResponsesCall): boolean {
  if (named === null || model === named) return true
  return model.includes('/') && model.split('/', 1)[0] === named.split('/', 1)[0]
}

/** The input with the stored items instead of references to them; null: it has none. */
async function findReferences(
  call: ResponsesCall,
  owner: { readonly teamId: string; readonly userId: string | null },
  days: number,
  stored: StoredResponses,
): Promise<{ readonly items: readonly unknown[] } | null> {
  const { envelope } = call
  if (!envelope.bytes.includes('item_reference')) return null
  const input = envelope.member('input')
  if (!Array.isArray(input)) return null
  const items: readonly unknown[] = input
  const ids = items.flatMap(item => referenceOf(item) ?? [])
  if (ids.length === 0) return null
  if (ids.length > referencesMax) throw tooManyReferences(ids.length)
  const found = await stored.readItems(owner, days, new Set(ids), bytes => call.hold(bytes))
  if (found.size === 0) return null
  refuseExcess(ids, found)
  const named = items.flatMap(item => {
    const known = found.get(referenceOf(item) ?? '')
    if (known === undefined) return [item]
    return toHistoryItem(known.item, isSameProvider(known.model, call)) ?? []
  })
  return { items: withoutLostFiles(named) }
}

const referencesMax = 1000

function tooManyReferences(count: number): ApiError {
  const message = `\`input\` has ${count} items of the type \`item_reference\`, more than ${referencesMax}. Send the items themselves, or continue a response by \`previous_response_id\`.`
  return new ApiError('invalid_value', message, { param: 'input' })
}

/** @throws ApiError `invalid_value` if the items, each as often as it is named, are too large */
function refuseExcess(ids: readonly string[], found: ReadonlyMap<string, FoundItem>): void {
  const sizes = new Map([...found].map(([id, { item }]) => [id, Buffer.byteLength(JSON.stringify(item))]))
  const bytes = ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
  if (bytes > namedBytesMax) throw referencesTooLong()
}

function referenceOf(item: unknown): string | null {
  if (!isRecord(item) || item['type'] !== 'item_reference') return null
  return typeof item['id'] === 'string' ? item['id'] : null
}

/** @param own JSON of the request's own input, as it was sent; null: it has none */
function joinInput(history: readonly string[], own: string | null): string {
  if (own === null || own === 'null') return `[${history.join(',')}]`
  if (own.startsWith('"')) return `[${[...history, `{"role":"user","content":${own}}`].join(',')}]`
  // Anything else is rejected as it would be without a history.
  if (!own.startsWith('[')) return own
  const items = own.slice(1, -1).trim()
  return `[${[...history, ...(items === '' ? [] : [items])].join(',')}]`
}

// The pivot's paths have dots, OpenAI's brackets.
const inputPath = /^input(?:\.(\d+)|\[(\d+)\])/

function withSentPath(error: unknown, offset: number, isText: boolean): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error
  const [start, dotted, index = dotted] = inputPath.exec(error.param) ?? []
  if (start === undefined) return error
  const at = Number(index) - offset
  const sent = at < 0 ? 'previous_response_id' : isText ? 'input' : `input.${at}`
  return withPath(error, at < 0 || isText ? sent : sent + error.param.slice(start.length))
}
