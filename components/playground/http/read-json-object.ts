import { findJsonMistake } from '#components/playground/form/find-json-mistake.ts'

export type JsonReading =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly problem: string }

/** Parses a JSON object; an error gives its line and column. */
export function readJsonObject(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { ok: false, problem: 'The body must be a JSON object.' }
    }
    return { ok: true, value: value as Record<string, unknown> }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { offset, reason } = findJsonMistake(text)
    const before = text.slice(0, offset).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return { ok: false, problem: `Line ${before.length}, column ${column}: ${reason}.` }
  }
}
