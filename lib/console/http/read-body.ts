import 'server-only'
import type { z } from 'zod'
import { firstIssue } from '#lib/contracts/core/first-issue.ts'
import { labelOf, wordIssue } from '#lib/contracts/core/word-issue.ts'
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
  const issue = firstIssue(read.error.issues, fields)
  const requirement = wordIssue(issue, fields, schema)
  const label = issue.path.length === 0 ? 'The request body' : labelOf(issue.path, schema)
  throw new ApiError('invalid_value', `${label} ${requirement}.`, { param: issue.path.join('.') })
}
