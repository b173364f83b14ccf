import { z } from 'zod'

/** The schemas of a path, with those that wrap them, such as an optional one. */
export function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  const inner = innerOf(schema)
  if (inner !== null) {
    const found = inner.flatMap(each => schemasAt(each, path))
    return path.length === 0 ? [schema, ...found] : found
  }
  const [key, ...rest] = path
  if (key === undefined) return [schema]
  if (schema instanceof z.ZodArray) return schemasAt(schema.def.element, rest)
  if (schema instanceof z.ZodTuple) {
    const item = schema.def.items[Number(key)] ?? schema.def.rest
    return item === null ? [] : schemasAt(item, rest)
  }
  if (schema instanceof z.ZodRecord) return schemasAt(schema.def.valueType, rest)
  if (!(schema instanceof z.ZodObject)) return []
  const member = schema.def.shape[String(key)]
  return member ? schemasAt(member, rest) : []
}

/** Null: it wraps none. */
function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] | null {
  if (schema instanceof z.ZodUnion) return schema.def.options
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out]
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return [schema.def.innerType]
  }
  return null
}
