/** A member of an object: its value is written when it is its turn. */
export type Member = readonly [name: string, value: unknown]

/** `"name":value,…` without the braces. */
export function* toMembers(members: Iterable<Member>): Generator<string> {
  let first = true
  for (const [name, value] of members) {
    if (value === undefined) continue
    yield `${first ? '' : ','}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* toList(value)
    else yield JSON.stringify(value)
    first = false
  }
}

/** A list whose items are written one by one. */
export function* toList(items: Iterable<unknown>): Generator<string> {
  yield '['
  let first = true
  for (const item of items) {
    yield `${first ? '' : ','}${JSON.stringify(item)}`
    first = false
  }
  yield ']'
}
