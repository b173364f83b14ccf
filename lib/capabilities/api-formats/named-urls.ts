import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'
import { findMember, isStringOrObject } from './find-member.ts'

/**
 * Whether the conversation names a URL that a server could fetch when it gets the request as it is.
 * @throws ApiError `invalid_json`
 */
export function namesUrls(envelope: RequestEnvelope): boolean {
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  if (!bytes.includes('url"') && !bytes.includes('\\u00')) return false
  return findMember(envelope, (name, byte) => /url$/i.test(name) && isStringOrObject(byte)) !== null
}
