import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'

const headMs = 5000
const headSilenceMs = 2000

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The whole body as text; see `readBytes`. */
export async function readBody(response: ExchangeResponse, bytesMax: number): Promise<string> {
  return (await readBytes(response, bytesMax)).toString('utf8')
}

/**
 * The whole body.
 * @throws BodyTooLarge, after closing the connection, when there are more bytes than `bytesMax`
 * @throws ExchangeFault when it is truncated
 */
export async function readBytes(response: ExchangeResponse, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let sizeBytes = 0
  for (let part = await response.read(); part !== null; part = await response.read()) {
    sizeBytes += part.length
    if (sizeBytes > bytesMax) {
      response.abort()
      throw new BodyTooLarge(`The answer is larger than ${bytesMax} bytes.`)
    }
    parts.push(part)
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}

/**
 * As much of the body as arrives within a few seconds, up to `bytesMax`: a partial error is better than none.
 */
export async function readHead(response: ExchangeResponse, bytesMax: number): Promise<string> {
  const parts: Buffer[] = []
  const deadlineAt = performance.now() + headMs
  let sizeBytes = 0
  response.allowSilence(headSilenceMs)
  try {
    for (let part = await response.read(); part !== null; part = await response.read()) {
      parts.push(part)
      sizeBytes += part.length
      if (sizeBytes >= bytesMax || performance.now() > deadlineAt) break
    }
    response.finish()
  } catch (error) {
    if (!(error instanceof ExchangeFault) || error.kind === 'aborted') throw error
  }
  return Buffer.concat(parts).subarray(0, bytesMax).toString('utf8')
}
