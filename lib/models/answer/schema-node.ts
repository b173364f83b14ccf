export type SchemaNode = Readonly<Record<string, unknown>>

/** Whether a value is an object; unlike a parse it copies nothing, which counts where schemas are huge. */
export function isRecord(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or an empty one where the value is none. */
export function readRecord(value: unknown): SchemaNode {
  return isRecord(value) ? value : {}
}

/** How many properties and required names a schema has: what merging it copies. */
export function countMembers(schema: unknown): number {
  const { properties, required } = readRecord(schema)
  return Object.keys(readRecord(properties)).length + (Array.isArray(required) ? required.length : 0)
}

/** Both at once: what `extra` says stands, but properties and required names are those of both. */
export function mergeSchemas(base: unknown, extra: unknown): SchemaNode {
  const [left, right] = [readRecord(base), readRecord(extra)]
  const properties = { ...readRecord(left['properties']), ...readRecord(right['properties']) }
  const required = [left['required'], right['required']].flatMap(names => (Array.isArray(names) ? names : []))
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}
