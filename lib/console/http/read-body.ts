import 'server-only'
import type { z } from 'zod'
import { ApiError } from '#lib/errors.ts'
import { readSmallJson } from './read-small-json.ts'

/** Parses a console request body with its schema. */
export async function readBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  bytesMax?: number,
): Promise<z.output<S>> {
  return parseFields(schema, await readSmallJson(request, bytesMax))
}

/** @throws ApiError `invalid_value` with the path of the first invalid field */
export function parseFields<S extends z.ZodType>(schema: S, fields: object): z.output<S> {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const param = issue?.path.join('.') ?? ''
  throw new ApiError('invalid_value', `\`${param}\`: ${issue?.message ?? 'is invalid'}.`, { param })
}
