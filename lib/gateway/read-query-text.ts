import type { z } from 'zod'

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * A text of an address as the type that its field has: a title to look for may be `1`, a flag may be written so, too.
 * @param field of the contract; absent: it is not one of its own
 */
export function readQueryText(field: unknown, text: string): string | boolean | number {
  if (!isSchema(field)) return text
  const flag = Object.hasOwn(flags, text) ? flags[text] : undefined
  const number = /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined
  // Another mistake than that of the type is the field's own to report.
  const fits = (value: unknown) => field.safeParse(value).error?.issues[0]?.code !== 'invalid_type'
  return [text, flag, number].find(value => value !== undefined && fits(value)) ?? text
}

function isSchema(field: unknown): field is z.ZodType {
  return typeof field === 'object' && field !== null && 'safeParse' in field
}
