import { isRecord } from '#lib/providers/transport/json.ts'
import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'
import { isString, toInvalidJson, visitMembers } from './find-member.ts'

// As vendors count them at most.
const imageTokens = 2500
const pageTokens = 3000
/** Of a PDF file, which only the provider reads: as many as Anthropic accepts. */
const pagesMax = 600
/** A page in a compressed PDF file takes more characters of Base64 than this. */
const pageChars = 100
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
  const remote = new Set<string>()
  const inlineChars = new Map<string, number>()
  visitMembers(envelope, (owner, name, walker) => {
    if (!isString(walker.peek())) return
    if (name === 'type') types.set(owner, textAhead(walker))
    if (name === 'file_url') remote.add(owner)
    if (name === 'data' || name === 'file_data') inlineChars.set(owner, lengthAhead(walker))
  })
  let tokens = 0
  for (const [owner, type] of types) {
    if (imageTypes.has(type)) tokens += imageTokens
    if (!fileTypes.has(type)) continue
    const source = `${owner}.source`
    const isRemote = remote.has(owner) || types.get(source) === 'url'
    const chars = inlineChars.get(types.get(source) === 'base64' ? source : owner) ?? 0
    tokens += (isRemote ? pagesMax : countPages(chars)) * pageTokens
  }
  return tokens
}

/** At most, without reading the file. */
function countPages(chars: number): number {
  return Math.min(pagesMax, Math.max(1, Math.ceil(chars / pageChars)))
}

/** Of a string, in bytes. */
function lengthAhead(walker: JsonWalker): number {
  const { at } = walker
  walker.skip()
  const length = walker.at - at - 2
  walker.at = at
  return length
}

function textAhead(walker: JsonWalker): string {
  const { at } = walker
  const text = walker.text()
  walker.at = at
  return text
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
