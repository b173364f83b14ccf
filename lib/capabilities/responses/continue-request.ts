import { withPath } from '#lib/capabilities/api-formats/client-paths.ts'
import { ApiError } from '#lib/errors.ts'
import { findReferences, hasReferences, referenceOf, type References } from './find-references.ts'
import type { ResponseOwner } from './response-storage.ts'
import type { ResponsesCall } from './responses-call.ts'
import {
  isVendorItem,
  type StoredItem,
  toHistoryItem,
  toInputItems,
  withoutLostFiles,
} from './stored-items.ts'
import type { EarlierTurn, StoredResponses } from './stored-responses.ts'

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

/** Where stored responses are looked for. */
export interface EarlierResponses {
  readonly owner: ResponseOwner
  readonly days: number
  readonly stored: StoredResponses
  /** Whether this model and the first model of the request have the same provider. */
  readonly isOfProvider: (model: string) => boolean
}

/** An item of the input, and the path of the client's field that it comes from. */
interface PlacedItem {
  readonly item: unknown
  readonly param: string
  /** `sent` by the client, `input` of an earlier request, or written by a provider. */
  readonly origin: 'sent' | 'input' | 'output'
}

/**
 * Puts the items of earlier responses, and those that the request refers to, into its input. Nothing else of its bytes
 * changes, and providers get whole conversations: none has to store anything for us.
 * @throws ApiError `previous_response_not_found`
 */
export async function continueRequest(
  call: ResponsesCall,
  { owner, days, stored, isOfProvider }: EarlierResponses,
): Promise<ContinuedRequest> {
  const { envelope } = call
  const previousId = previousIdOf(call)
  let heldBytes = 0
  const hold = (bytes: number): void => {
    call.hold(bytes)
    heldBytes += bytes
  }
  const references = await findReferences(envelope, owner, days, stored, hold)
  const chain = previousId === null ? [] : await stored.readChain(owner, days, previousId, hold)
  const history = new PlacedItems(isOfProvider)
  for (const turn of chain) history.addTurn(turn)
  const named = new PlacedItems(isOfProvider)
  if (references !== null) named.addReferences(references)
  const own = references === null ? null : named.items.map(({ item }) => item)
  const input = () => toInputItems(own ?? envelope.member('input'))
  if (references === null && chain.length === 0) return { call, previousId, input, toSent: error => error }
  const text = own === null ? envelope.text('input') : JSON.stringify(own)
  const json = joinInput(
    history.items.map(({ item }) => JSON.stringify(item)),
    text,
  )
  // The items themselves are in the body, and need no memory beside it.
  const placed = [...history.items, ...named.items].map(({ param, origin }) => ({ param, origin }))
  const outputs = new Map(
    placed.flatMap(({ param, origin }, index) => (origin === 'output' ? [[index, param] as const] : [])),
  )
  const leftOut = [...new Set([...history.leftOut, ...named.leftOut])]
  const bytes = envelope.withHistory(json, ['previous_response_id'])
  return {
    call: call.withHistory(bytes, { outputs, leftOut }, heldBytes),
    previousId,
    input,
    toSent: error => withSentPath(error, placed, text?.startsWith('"') === true),
  }
}

/** Whether it needs what earlier requests have stored. @throws ApiError */
export function namesStored(call: ResponsesCall): boolean {
  return previousIdOf(call) !== null || hasReferences(call.envelope)
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

class PlacedItems {
  /** Items that the provider could not read, as `sextant-ignored` names them. */
  readonly leftOut = new Set<string>()
  readonly #isOfProvider: (model: string) => boolean
  #items: PlacedItem[] = []

  constructor(isOfProvider: (model: string) => boolean) {
    this.#isOfProvider = isOfProvider
  }

  get items(): readonly PlacedItem[] {
    return withoutLostFiles(this.#items, ({ item }) => item)
  }

  addTurn({ model, input, output }: EarlierTurn): void {
    const isSame = this.#isOfProvider(model)
    const param = 'previous_response_id'
    for (const item of input) this.#addStored(item, isSame, { param, origin: 'input' })
    for (const item of output) this.#addStored(item, isSame, { param, origin: 'output' })
  }

  addReferences({ items, found }: References): void {
    for (const [index, item] of items.entries()) {
      const param = `input.${index}`
      const known = found.get(referenceOf(item) ?? '')
      if (known === undefined) this.#items.push({ item, param, origin: 'sent' })
      else this.#addStored(known.item, this.#isOfProvider(known.model), { param, origin: 'output' })
    }
  }

  #addStored(item: StoredItem, isSame: boolean, place: Omit<PlacedItem, 'item'>): void {
    if (!isSame && isVendorItem(item.type)) {
      this.leftOut.add(`${place.param} (${item.type})`)
      return
    }
    const sent = toHistoryItem(item, isSame)
    if (sent !== null) this.#items.push({ item: sent, ...place })
  }
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

/** @param placed the items whose paths have changed, at the beginning of the input */
function withSentPath(error: unknown, placed: readonly Omit<PlacedItem, 'item'>[], isText: boolean): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error
  const [start, dotted, index = dotted] = inputPath.exec(error.param) ?? []
  if (start === undefined) return error
  const rest = error.param.slice(start.length)
  const known = placed[Number(index)]
  if (known !== undefined) return withPath(error, known.origin === 'sent' ? known.param + rest : known.param)
  return withPath(error, isText ? 'input' : `input.${Number(index) - placed.length}${rest}`)
}
