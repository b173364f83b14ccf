import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { isString, isStringOrObject, type VisitMember, visitMembers, visitWithin } from './find-member.ts'

/**
 * Whether the conversation, a tool or an MCP server names a URL that a server could fetch from the forwarded request.
 * @throws ApiError `invalid_json`
 */
export function namesUrls(envelope: RequestEnvelope): boolean {
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  if (!endings.some(ending => bytes.includes(ending)) && !bytes.includes('\\u00')) return false
  let found = false
  const visit: VisitMember = (_, name, walker) => {
    const byte = walker.peek()
    if (found || !/url$/i.test(name) || !isStringOrObject(byte)) return
    const from = walker.at + 1
    found = !isString(byte) || bytes.toString('latin1', from, from + dataScheme.length) !== dataScheme
  }
  visitMembers(envelope, visit)
  for (const within of ['tools', 'mcp_servers']) visitWithin(envelope, within, schemas, visit)
  return found
}

// A server may not distinguish the case of names.
const endings = ['url', 'urL', 'uRl', 'uRL', 'Url', 'UrL', 'URl', 'URL'].map(name => `${name}"`)
// Their members are names that the client chooses.
const schemas: ReadonlySet<string> = new Set(['parameters', 'format', 'input_schema'])
// Nothing is fetched for it.
const dataScheme = 'data:'
