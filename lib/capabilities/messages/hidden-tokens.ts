import { isRecord } from '#lib/providers/transport/json.ts'
import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'
import { isString, visitMembers } from './find-member.ts'

// As vendors count them at most.
const imageTokens = 2500
const pageTokens = 3000
/** Of a PDF file by URL, which only the provider reads: as many as Anthropic accepts. */
const remotePages = 600
/** Added to the prompt by one use of a provider's own tool. */
const toolUseTokens = 10_000
const toolUsesDefault = 10
// Of tools that the provider runs itself.
const serverTool = /^(web_search|web_fetch|code_execution|advisor|mcp_toolset)/

/**
 * A bound of the prompt tokens that the bytes of a request do not show: of images, of PDF files, and of what the
 * provider's own tools read.
 * @throws ApiError `invalid_json`
 */
export function countHiddenTokens(envelope: RequestEnvelope): number {
  return countFileTokens(envelope) + countToolUses(envelope.tools) * toolUseTokens
}

function countFileTokens(envelope: RequestEnvelope): number {
  const { bytes } = envelope
  // A value with escaped characters is the same value.
  if (!['"image"', '"document"', '\\u00'].some(text => bytes.includes(text))) return 0
  const types = new Map<string, string>()
  visitMembers(envelope, (owner, name, walker) => {
    if (name === 'type' && isString(walker.peek())) types.set(owner, textAhead(walker))
  })
  let tokens = 0
  for (const [owner, type] of types) {
    if (type === 'image') tokens += imageTokens
    if (type === 'document')
      tokens += types.get(`${owner}.source`) === 'url' ? remotePages * pageTokens : pageTokens
  }
  return tokens
}

function textAhead(walker: JsonWalker): string {
  const { at } = walker
  const text = walker.text()
  walker.at = at
  return text
}

function countToolUses(tools: unknown): number {
  if (!Array.isArray(tools)) return 0
  let uses = 0
  for (const tool of tools) {
    if (!isRecord(tool) || typeof tool['type'] !== 'string' || !serverTool.test(tool['type'])) continue
    const { max_uses: usesMax } = tool
    uses += typeof usesMax === 'number' && usesMax > 0 ? usesMax : toolUsesDefault
  }
  return uses
}
