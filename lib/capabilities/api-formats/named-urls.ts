import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'
import { isString, isStringOrObject, visitMembers } from './find-member.ts'

/**
 * Whether the conversation names a URL that a server could fetch when it gets the request as it is.
 * @throws ApiError `invalid_json`
 */
export function namesUrls(envelope: RequestEnvelope): boolean {
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  if (!bytes.includes('url"') && !bytes.includes('\\u00')) return false
  let found = false
  visitMembers(envelope, (_, name, walker) => {
    const byte = walker.peek()
    if (found || !/url$/i.test(name) || !isStringOrObject(byte)) return
    const from = walker.at + 1
    found = !isString(byte) || bytes.toString('latin1', from, from + dataScheme.length) !== dataScheme
  })
  return found
}

// Nothing is fetched for it.
const dataScheme = 'data:'
