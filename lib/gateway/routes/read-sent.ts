import type { SentRequest } from '#lib/capabilities/api-formats/format-call.ts'
import type { Operation } from '#lib/gateway/http/endpoint.ts'
import { holdMemory, jsonLimits } from '#lib/gateway/http/read-body.ts'

/** A request whose bytes may be forwarded. */
export function readSent<Input>(
  raw: unknown,
  { outgoing }: Parameters<Operation['run']>[1],
  parse: (bytes: Buffer) => Input,
): SentRequest<Input> {
  if (!Buffer.isBuffer(raw)) throw new Error('The endpoint did not read the bytes of the request.')
  const { url = '', headers } = outgoing.req
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  return { bytes: raw, query, headers, parse, hold: bytes => holdMemory(outgoing, jsonLimits)(bytes) }
}
