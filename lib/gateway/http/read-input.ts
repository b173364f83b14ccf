import type { IncomingMessage } from 'node:http'
import type { Contract, Input } from '#lib/contracts/core/contract.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import { ApiError } from '#lib/errors.ts'
import { z } from 'zod'
import type { Capture } from '#lib/gateway/request-log/capture.ts'
import { jsonLimits, readBody } from './read-body.ts'
import { readJson } from './read-json.ts'
import { setImmediate as nextTick } from 'node:timers/promises'

const jsonType = /^application\/json *(;|$)/i

/** What a request says: the body, or path and query where there is none. It is kept as it came, a mistake included. */
export async function readRaw(
  contract: Contract,
  incoming: IncomingMessage,
  params: Readonly<Record<string, string>>,
  capture: Capture | null,
): Promise<unknown> {
  if (contract.encoding !== 'none') return await readJsonBody(incoming, capture)
  const said = readAddress(contract, incoming, params)
  capture?.request(Buffer.from(JSON.stringify(said)))
  return said
}

/**
 * What was said, checked against its contract.
 * @throws ApiError with the code and path of the first mistake
 */
export function checkInput<C extends Contract>(contract: C, raw: unknown): Input<C> {
  const parsed = parse(contract.input, raw)
  if (parsed.ok) return parsed.value as Input<C>
  throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
}

async function readJsonBody(incoming: IncomingMessage, capture: Capture | null): Promise<unknown> {
  const type = incoming.headers['content-type']
  if (type !== undefined && !jsonType.test(type)) {
    const message = 'The request body must be JSON: send `content-type: application/json`.'
    throw new ApiError('unsupported_media_type', message)
  }
  const body = await readBody(incoming, jsonLimits)
  capture?.request(body)
  const turn = parseTurn(body.length)
  if (turn !== undefined) await turn
  return readJson(body)
}

function readAddress(
  { input }: Contract,
  incoming: IncomingMessage,
  params: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const query = new URLSearchParams(incoming.url?.split('?')[1] ?? '')
  const fields = input instanceof z.ZodObject ? input.shape : {}
  const read = ([name, text]: [string, string]) => [name, readQueryText(fields[name], text)] as const
  return { ...Object.fromEntries([...query].map(read)), ...params }
}

const largeBytes = 1024 * 1024
let last: Promise<void> = Promise.resolve()

/**
 * To be awaited before a body is parsed. Thirty megabytes take a tenth of a second, in which nobody else is answered:
 * between one large body and the next, others are.
 */
export function parseTurn(sizeBytes: number): Promise<void> | undefined {
  if (sizeBytes < largeBytes) return undefined
  last = last.then(() => nextTick())
  return last
}

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
