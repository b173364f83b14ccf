import { isString, textAhead } from '#lib/capabilities/api-formats/find-member.ts'
import { ApiError } from '#lib/errors.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import type { ReadBounds, ResponseOwner } from './response-storage.ts'
import { type FoundItem, namedBytesMax, referencesTooLong, type StoredResponses } from './stored-responses.ts'

const referencesMax = 1000

/** The input of a request, and the stored items that it refers to, by their ids. */
export interface References {
  readonly items: readonly unknown[]
  readonly found: ReadonlyMap<string, FoundItem>
}

/**
 * Reads the stored items that a request refers to.
 * @returns null: there are none
 * @throws ApiError `invalid_value` for too many or too large ones
 */
export async function findReferences(
  envelope: RequestEnvelope,
  owner: ResponseOwner,
  days: number,
  stored: StoredResponses,
  hold: ReadBounds['hold'],
): Promise<References | null> {
  if (!hasReferences(envelope)) return null
  const input = envelope.member('input')
  if (!Array.isArray(input)) return null
  const items: readonly unknown[] = input
  const ids = items.flatMap(item => referenceOf(item) ?? [])
  if (ids.length > referencesMax) throw tooManyReferences(ids.length)
  const found = await stored.readItems(owner, days, new Set(ids), hold)
  if (found.size === 0) return null
  refuseExcess(ids, found)
  return { items, found }
}

/** Whether an item of the input is a reference. Nothing is parsed for it: most requests have none. */
export function hasReferences(envelope: RequestEnvelope): boolean {
  const walker =
    envelope.bytes.includes('"id"') || envelope.bytes.includes('\\u00') ? envelope.walk('input') : null
  if (walker?.peek() !== openBracket) return false
  let found = false
  try {
    walker.elements(() => {
      if (found || walker.peek() !== openBrace) return walker.pass()
      const texts = new Map<string, string>()
      walker.members(name => {
        if (members.has(name) && isString(walker.peek())) texts.set(name, textAhead(walker))
        walker.pass()
      })
      found = texts.has('id') && isReference(texts.get('type'), texts.get('role'))
    })
  } catch (error) {
    // The check of the request says where it cannot be read.
    if (!(error instanceof UnreadableJson)) throw error
  }
  return found
}

const openBracket = 0x5b
const openBrace = 0x7b
const members: ReadonlySet<string> = new Set(['type', 'role', 'id'])

/** The id that an item stands for; null: it is no reference. */
export function referenceOf(item: unknown): string | null {
  if (!isRecord(item)) return null
  const { type, role, id } = item
  return typeof id === 'string' && isReference(type, role) ? id : null
}

/** An item with neither type nor role is a reference too. */
function isReference(type: unknown, role: unknown): boolean {
  return type === 'item_reference' || (typeof type !== 'string' && typeof role !== 'string')
}

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
