import { isRecord } from '#lib/providers/transport/json.ts'
import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'
import { isString, textAhead, toInvalidJson, visitMembers } from './find-member.ts'

// As vendors count them at most.
const imageTokens = 2500
const pageTokens = 3000
/** Of a PDF file, which only the provider reads: as many as Anthropic accepts. One kilobyte can have as many. */
const pagesMax = 600
const imageTypes: ReadonlySet<string> = new Set(['image', 'input_image'])
const fileTypes: ReadonlySet<string> = new Set(['document', 'input_file'])
// A value with escaped characters is the same value.
const marks = ['"image"', '"document"', '"input_image"', '"input_file"', '\\u00']
/** Added to the prompt by one use of a provider's own tool. */
const toolUseTokens = 10_000
const toolUsesDefault = 10
// Of tools that the provider runs itself.
const serverTool =
  /^(web_search|web_fetch|code_execution|advisor|mcp|code_interpreter|file_search|image_generation)/

/**
 * A bound of the prompt tokens that the bytes of a request do not show: of images, of PDF files, and of what the
 * provider's own tools read.
 * @throws ApiError `invalid_json`
 */
export function countHiddenTokens(envelope: RequestEnvelope): number {
  return countFileTokens(envelope) + countToolUses(readTools(envelope)) * toolUseTokens
}

function countFileTokens(envelope: RequestEnvelope): number {
  const { bytes } = envelope
  if (!marks.some(mark => bytes.includes(mark))) return 0
  const types = new Map<string, string>()
  const files = new Set<string>()
  visitMembers(envelope, (owner, name, walker) => {
    if (!isString(walker.peek())) return
    if (name === 'type') types.set(owner, textAhead(walker))
    if (name === 'file_url' || (name === 'file_data' && !isTextAhead(walker))) files.add(owner)
  })
  let tokens = 0
  for (const [owner, type] of types) {
    if (imageTypes.has(type)) tokens += imageTokens
    if (!fileTypes.has(type)) continue
    const source = types.get(`${owner}.source`)
    const mayBePdf = files.has(owner) || source === 'url' || source === 'base64'
    tokens += mayBePdf ? pagesMax * pageTokens : pageTokens
  }
  return tokens
}

const textUrl = 'data:text/'

function isTextAhead(walker: JsonWalker): boolean {
  const from = walker.at + 1
  return walker.bytes.toString('latin1', from, from + textUrl.length) === textUrl
}

function readTools(envelope: RequestEnvelope): unknown {
  try {
    return envelope.member('tools')
  } catch (error) {
    throw toInvalidJson(error, 'tools')
  }
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
