import type { ExchangeResponse } from './web/exchange-response.ts'

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * The whole body as text.
 * @throws BodyTooLarge, after closing the connection, when there are more bytes than `bytesMax`
 * @throws ExchangeFault when it broke off
 */
export async function readBody(response: ExchangeResponse, bytesMax: number): Promise<string> {
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
  return (parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)).toString('utf8')
}

/** As much of the body as there is, up to `bytesMax`: of a refusal, a part is better than nothing. */
export async function readHead(response: ExchangeResponse, bytesMax: number): Promise<string> {
  const parts: Buffer[] = []
  let sizeBytes = 0
  try {
    for (let part = await response.read(); part !== null; part = await response.read()) {
      parts.push(part)
      sizeBytes += part.length
      if (sizeBytes >= bytesMax) break
    }
    response.finish()
  } catch (error) {
    if (parts.length === 0 && !(error instanceof Error)) throw error
  }
  return Buffer.concat(parts).subarray(0, bytesMax).toString('utf8')
}
