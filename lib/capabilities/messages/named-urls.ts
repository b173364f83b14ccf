import { isRecord } from '#lib/providers/transport/json.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'

const depthMax = 64

/** Whether the conversation names a URL that a server could fetch when it gets the request as it is. */
export function namesUrls(envelope: RequestEnvelope): boolean {
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  if (!bytes.includes('url"') && !bytes.includes('\\u00')) return false
  return hasUrl(envelope.member('messages'), 0)
}

function hasUrl(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > depthMax) return true
  if (Array.isArray(value)) return value.some(inner => hasUrl(inner, depth + 1))
  return Object.entries(value).some(([name, inner]) => {
    // Arguments of a call are the model's own.
    if (name === 'input') return false
    const isUrl = /url$/i.test(name) && (typeof inner === 'string' || isRecord(inner))
    return isUrl || hasUrl(inner, depth + 1)
  })
}
