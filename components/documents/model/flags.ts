import type { Draft } from '#components/playground/form/model/draft.ts'

/** Whether the API reads a field as on: `true` or `1`, in any case. */
export function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^\s*(true|1)\s*$/i.test(value))
}

/** The fields with one set, or without it. */
export function withFlag(fields: Draft['body'], name: string, value: string | undefined): Draft['body'] {
  const { [name]: _, ...others } = fields
  return value === undefined ? others : { ...fields, [name]: value }
}
