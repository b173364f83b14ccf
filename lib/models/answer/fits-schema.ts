import { z } from 'zod'

/** Whether a value fits a JSON Schema; a schema that cannot be read fits everything. */
export function fitsSchema(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const checker = readSchema(schema)
  return checker === null || checker.safeParse(value).success
}

function readSchema(schema: Readonly<Record<string, unknown>>): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    // Schemas are the caller's own and may use keywords that nobody checks: the grammar has done what it can.
    return null
  }
}
