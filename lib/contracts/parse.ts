import type { z } from 'zod'
import { firstIssue } from './first-issue.ts'
import { describeIssue, type IssueCode } from './issue-code.ts'

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: IssueCode; readonly param: string | null; readonly message: string }

/**
 * Checks a value against a contract's schema.
 * @returns the value, or the first mistake in document order with its code and dotted path
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Parsed<z.output<Schema>> {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  const issue = firstIssue(result.error.issues, value)
  return {
    ok: false,
    param: issue.path.length === 0 ? null : issue.path.join('.'),
    ...describeIssue(issue, value, schema),
  }
}
