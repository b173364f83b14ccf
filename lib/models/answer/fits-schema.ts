import { z } from 'zod'

/** Whether a value matches a JSON Schema; an unsupported schema matches everything. */
export function fitsSchema(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const checker = readSchema(schema)
  return checker === null || checker.safeParse(value).success
}

function readSchema(schema: Readonly<Record<string, unknown>>): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    // Schemas come from the caller and may use unsupported keywords: the grammar has already enforced what it can.
    return null
  }
}
