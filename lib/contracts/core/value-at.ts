/** The value at a path of a JSON document; undefined if there is none. */
export function valueAt(path: readonly PropertyKey[], document: unknown): unknown {
  let value = document
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
