import { z } from 'zod'
import { readJson } from '#lib/read-json.ts'

/** Result of validating an answer against its schema; a path is dotted, empty for the whole answer. */
export type AnswerCheck =
  | { readonly status: 'fits' }
  | { readonly status: 'not-json' }
  | {
      readonly status: 'fails'
      readonly failures: readonly { readonly path: string; readonly message: string }[]
    }
  | { readonly status: 'unreadable-schema'; readonly message: string }

/** Validates the text of an answer against a JSON Schema. */
export function checkAnswer(text: string, schema: Readonly<Record<string, unknown>>): AnswerCheck {
  const value = readJson(text)
  if (value === undefined) return { status: 'not-json' }
  const compiled = compile(schema)
  if (typeof compiled === 'string') return { status: 'unreadable-schema', message: compiled }
  const checked = compiled.safeParse(value)
  if (checked.success) return { status: 'fits' }
  return {
    status: 'fails',
    failures: checked.error.issues.map(issue => ({ path: issue.path.join('.'), message: issue.message })),
  }
}

// fromJSONSchema throws plain errors for unknown keywords; the message names the keyword.
function compile(schema: Readonly<Record<string, unknown>>): z.ZodType | string {
  try {
    return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)
  } catch (error) {
    return error instanceof Error ? error.message : 'Invalid schema.'
  }
}
