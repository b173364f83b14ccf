import type { Draft } from '#lib/client/draft.ts'
import { isObject, toList } from '#lib/client/json-value.ts'
import { readOrigin } from '#lib/client/parcel-origin.ts'

/** Reads a draft that was written as JSON; null where it is none. */
export function readKeptDraft(value: unknown): Draft | null {
  if (!isObject(value) || !isObject(value['body'])) return null
  const origin = readOrigin(value['origin'])
  const others = toList(value['others']).filter(isObject)
  return {
    contract: 'search',
    body: value['body'],
    ...(others.length > 0 && { others }),
    ...(origin !== null && { origin }),
  }
}
