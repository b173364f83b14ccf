import 'server-only'
import type { z } from 'zod'
import { ApiError } from '#lib/errors.ts'
import { readSmallJson } from './read-small-json.ts'

/** A body of the console's own, as its schema reads it. */
export async function readBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  bytesMax?: number,
): Promise<z.output<S>> {
  return parseFields(schema, await readSmallJson(request, bytesMax))
}

/** @throws ApiError `invalid_value` with the path of the first field that is wrong */
export function parseFields<S extends z.ZodType>(schema: S, fields: object): z.output<S> {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const param = issue?.path.join('.') ?? ''
  throw new ApiError('invalid_value', `\`${param}\`: ${issue?.message ?? 'is wrong'}.`, { param })
}
