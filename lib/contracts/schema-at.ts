import { z } from 'zod'

/** Whether the schema asks for an integer at this path: zod's own issue says `number` for both. */
export function isIntegerAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
  return schemasAt(schema, path).some(found => found instanceof z.ZodNumberFormat)
}

function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return schemasAt(schema.def.innerType, path)
  }
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap(option => schemasAt(option, path))
  const [key, ...rest] = path
  if (key === undefined) return [schema]
  if (schema instanceof z.ZodArray) return schemasAt(schema.def.element, rest)
  if (schema instanceof z.ZodRecord) return schemasAt(schema.def.valueType, rest)
  if (!(schema instanceof z.ZodObject)) return []
  const member = schema.def.shape[String(key)]
  return member ? schemasAt(member, rest) : []
}
