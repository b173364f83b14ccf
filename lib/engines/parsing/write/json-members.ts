import { toJsonText } from './json-text.ts'

/** A member of an object: its value is written when it is its turn. */
export type Member = readonly [name: string, value: unknown]

/** `"name":value,…` without the braces. */
export function* toMembers(members: Iterable<Member>): Generator<string> {
  let first = true
  for (const [name, value] of members) {
    if (value === undefined) continue
    yield `${first ? '' : ','}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* toList(value)
    else if (typeof value === 'string') yield* toJsonText(value)
    else yield JSON.stringify(value)
    first = false
  }
}

/** A list whose items are written one by one, and the contents of these bit by bit. */
export function* toList(items: Iterable<unknown>): Generator<string> {
  yield '['
  let first = true
  for (const item of items) {
    if (!first) yield ','
    if (hasContent(item)) {
      yield '{'
      yield* toMembers(Object.entries(item))
      yield '}'
    } else yield JSON.stringify(item)
    first = false
  }
  yield ']'
}

function hasContent(item: unknown): item is object {
  return typeof item === 'object' && item !== null && 'content' in item
}
