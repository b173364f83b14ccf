import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { Contract } from '#lib/contracts/core/contract.ts'

/** The input of a request without a body: the parameters of its path, and of its query in the types of the contract. */
export function readPathAndQuery(
  { input }: Contract,
  incoming: IncomingMessage,
  params: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const query = new URLSearchParams(incoming.url?.split('?')[1] ?? '')
  const fields = input instanceof z.ZodObject ? input.shape : {}
  const read = ([name, text]: [string, string]) => [name, readQueryText(fields[name], text)] as const
  return { ...Object.fromEntries([...query].map(read)), ...params }
}

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * A query value in the type of its field: `1` may be the title to search for, a number or a flag.
 * @param field of the contract; absent: the contract does not have this field
 */
export function readQueryText(field: unknown, text: string): string | boolean | number {
  if (!isSchema(field)) return text
  const flag = Object.hasOwn(flags, text) ? flags[text] : undefined
  const number = /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined
  // Errors other than the type are reported by contract validation.
  const fits = (value: unknown) => field.safeParse(value).error?.issues[0]?.code !== 'invalid_type'
  return [text, flag, number].find(value => value !== undefined && fits(value)) ?? text
}

function isSchema(field: unknown): field is z.ZodType {
  return typeof field === 'object' && field !== null && 'safeParse' in field
}
