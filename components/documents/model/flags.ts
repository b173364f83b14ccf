import type { Draft } from '#components/playground/form/model/draft.ts'

/** Whether the API parses a field as true: `true` or `1`, ignoring case. */
export function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^\s*(true|1)\s*$/i.test(value))
}

/** The fields with one flag set or removed. */
export function withFlag(fields: Draft['body'], name: string, value: string | undefined): Draft['body'] {
  const { [name]: _, ...others } = fields
  return value === undefined ? others : { ...fields, [name]: value }
}
