import type { IncomingMessage } from 'node:http'
import type { Contract, Input } from '#lib/contracts/contract.ts'
import { parse } from '#lib/contracts/parse.ts'
import { ApiError } from '#lib/errors.ts'
import { z } from 'zod'
import type { Capture } from './capture.ts'
import { parseTurn } from './parse-turn.ts'
import { jsonLimits, readBody } from './read-body.ts'
import { readJson } from './read-json.ts'
import { readQueryText } from './read-query-text.ts'

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
