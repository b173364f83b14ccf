import type { z } from 'zod'
import { firstIssue, type PlainIssue } from './first-issue.ts'
import { describeIssue, type IssueCode } from './issue-code.ts'

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: IssueCode; readonly param: string | null; readonly message: string }

// Collecting a million errors of one large document would block all other requests, so only small documents are parsed
// again for all of them.
const smallValuesMax = 10_000
// zod supports this option, but declares it only in the types of its own schemas.
const firstOnly: z.core.ParseContext<z.core.$ZodIssue> & { abortEarly: true } = { abortEarly: true }

/**
 * Validates a value against a contract's schema.
 * @returns the value, or the first error in document order with its code and dotted path; for a large document
 * the first error found
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Parsed<z.output<Schema>> {
  const result = schema.safeParse(value, firstOnly)
  if (result.success) return { ok: true, value: result.data }
  const all = isSmall(value) ? schema.safeParse(value).error : undefined
  const issue = firstIssue((all ?? result.error).issues, value)
  return {
    ok: false,
    param: paramOf(issue),
    ...describeIssue(issue, value, schema),
  }
}

function paramOf(issue: PlainIssue): string | null {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  return path.length === 0 ? null : path.join('.')
}

function isSmall(document: unknown): boolean {
  let left = smallValuesMax
  const open = [document]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Object.values(value)
    left -= inner.length
    if (left < 0) return false
    open.push(...inner)
  }
  return true
}
