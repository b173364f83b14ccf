import type { Contract, Input } from '#lib/contracts/core/contract.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import { ApiError } from '#lib/errors.ts'
import type { Capture } from '#lib/gateway/request-log/capture.ts'
import { forwardedDepthMax, parseBody, refuseExcess, waitToParse } from './parse-body.ts'
import { readJsonBytes, type Exchange } from './read-body.ts'
import { readPathAndQuery } from './read-query.ts'

/**
 * The raw input of a request: its body, or path and query where it has none. Logged as sent, including
 * errors.
 */
export async function readRaw(
  contract: Contract,
  { incoming, outgoing }: Exchange,
  params: Readonly<Record<string, string>>,
  capture: Capture | null,
): Promise<unknown> {
  if (contract.encoding !== 'none') {
    const body = await readJsonBytes({ incoming, outgoing }, capture)
    const others = waitToParse(body.length)
    if (others !== undefined) await others
    return parseBody(body)
  }
  const fields = readPathAndQuery(contract, incoming, params)
  capture?.request(Buffer.from(JSON.stringify(fields)))
  return fields
}

/**
 * The raw input, validated against its contract.
 * @throws ApiError with the code and path of the first error
 */
export function checkInput<C extends Contract>(contract: C, raw: unknown): Input<C> {
  const parsed = parse(contract.input, raw)
  if (parsed.ok) return parsed.value as Input<C>
  throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
}

/**
 * The bytes of a JSON body that may be forwarded as they are.
 * @throws ApiError as `readJsonBytes` does, and `invalid_json` for one that is too costly to read
 */
export async function readForwardedBytes(exchange: Exchange, capture: Capture | null): Promise<Buffer> {
  const body = await readJsonBytes(exchange, capture)
  const others = waitToParse(body.length)
  if (others !== undefined) await others
  refuseExcess(body, forwardedDepthMax)
  return body
}
