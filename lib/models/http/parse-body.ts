import type { z } from 'zod'
import { ApiError } from '#lib/errors.ts'
import { parse } from '#lib/contracts/parse.ts'

/** @throws ApiError with the code and field of the first mistake */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = parse(schema, body)
  if (parsed.ok) return parsed.value
  throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
}
