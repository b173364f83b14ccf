import { toolUseTokens } from '#lib/capabilities/chat/prompt-size.ts'
import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { isString, textAhead, toInvalidJson, visitMembers } from './find-member.ts'

// As vendors count them at most.
const imageTokens = 2500
const pageTokens = 3000
/** Of a PDF file, which only the provider reads: as many as Anthropic accepts. One kilobyte can have as many. */
const pagesMax = 600
const toolUsesDefault = 10
// Of tools that run at the client, and of the search for tools. Vendors add types: the provider may run any other itself.
const clientTool =
  /^(function|custom|namespace|apply_patch|local_shell|computer|bash|text_editor|memory|tool_search)(_|$)/

/** The cost of a request beyond the bytes of its prompt, at most. */
export interface HiddenCost {
  readonly tokens: number
  readonly webSearches: number
  /** Of the provider's own tools. */
  readonly toolUses: number
}

/**
 * A bound of what the bytes of a request do not show: the tokens of images, of PDF files, and of what the provider's own
 * tools read, and how often they search the web.
 * @throws ApiError `invalid_json`
 */
export function boundHiddenCost(envelope: RequestEnvelope): HiddenCost {
  const { images, pdfs, texts } = readFiles(envelope)
  const fileTokens = images * imageTokens + pdfs * pagesMax * pageTokens + texts * pageTokens
  let uses = 0
  let webSearches = 0
  for (const { type, usesMax } of [...readTools(envelope), ...readDefinedTools(envelope)]) {
    if (clientTool.test(type)) continue
    const most = usesMax !== null && usesMax > 0 ? usesMax : toolUsesDefault
    uses += most
    if (type.includes('search')) webSearches += most
  }
  return { tokens: fileTokens + uses * toolUseTokens, webSearches, toolUses: uses }
}

// https://developers.openai.com/api/docs/pricing: sessions of containers, and images beside their tokens.
const toolsWithFee = ['code_interpreter', 'image_generation', 'shell']
// A value with escaped characters is the same value.
const feeMarks = [...toolsWithFee.map(name => `"${name}`), '\\u00'].map(mark => Buffer.from(mark))
const toolWithFee = new RegExp(`^(${toolsWithFee.join('|')})(_|$)`)

/** The index of a tool for which its vendor bills more than tokens and searches. @returns null: there is none */
export function findToolWithFee(envelope: RequestEnvelope): number | null {
  if (!feeMarks.some(mark => envelope.bytes.includes(mark))) return null
  const tools = memberOf(envelope)
  if (!Array.isArray(tools)) return null
  const found = tools.findIndex(
    (tool: unknown) =>
      isRecord(tool) &&
      typeof tool['type'] === 'string' &&
      toolWithFee.test(tool['type']) &&
      !isLocalShell(tool),
  )
  return found === -1 ? null : found
}

export const bytesPerToken = 3

/**
 * A guess of the prompt tokens by bytes, where a file as base64 counts as one page.
 * @throws ApiError `invalid_json`
 */
export function guessTokensByBytes(envelope: RequestEnvelope): number {
  const { images, pdfs, texts, dataBytes } = readFiles(envelope)
  const visible = Math.ceil((envelope.bytes.length - dataBytes) / bytesPerToken)
  return visible + images * imageTokens + (pdfs + texts) * pageTokens
}

interface Files {
  readonly images: number
  /** Those that may be PDF files. */
  readonly pdfs: number
  readonly texts: number
  /** Of those that are base64. */
  readonly dataBytes: number
}

const noFiles: Files = { images: 0, pdfs: 0, texts: 0, dataBytes: 0 }
const imageTypes: ReadonlySet<string> = new Set(['image', 'input_image'])
const fileTypes: ReadonlySet<string> = new Set(['document', 'input_file'])
// A value with escaped characters is the same value.
const marks = ['"image"', '"document"', '"input_image"', '"input_file"', '\\u00'].map(mark =>
  Buffer.from(mark),
)

function readFiles(envelope: RequestEnvelope): Files {
  const { bytes } = envelope
  if (!marks.some(mark => bytes.includes(mark))) return noFiles
  const types = new Map<string, string>()
  const files = new Set<string>()
  const dataBytes = new Map<string, number>()
  visitMembers(envelope, (owner, name, walker) => {
    if (!isString(walker.peek())) return
    if (name === 'type') types.set(owner, textAhead(walker))
    if (name === 'file_url' || (name === 'file_data' && !begins(walker, 'data:text/'))) files.add(owner)
    const isData =
      name === 'data' || name === 'file_data' || (name === 'image_url' && begins(walker, 'data:'))
    if (isData) dataBytes.set(owner, lengthAhead(walker))
  })
  const found = { images: 0, pdfs: 0, texts: 0, dataBytes: 0 }
  for (const [owner, type] of types) {
    const isImage = imageTypes.has(type)
    if (!isImage && !fileTypes.has(type)) continue
    const source = types.get(`${owner}.source`)
    if (isImage) found.images++
    else if (files.has(owner) || source === 'url' || source === 'base64') found.pdfs++
    else found.texts++
    found.dataBytes += dataBytes.get(owner) ?? 0
    if (source === 'base64') found.dataBytes += dataBytes.get(`${owner}.source`) ?? 0
  }
  return found
}

function begins(walker: JsonWalker, text: string): boolean {
  const from = walker.at + 1
  return walker.bytes.toString('latin1', from, from + text.length) === text
}

/** Of the value at the walker, which stays there. */
function lengthAhead(walker: JsonWalker): number {
  const { at } = walker
  walker.skip()
  const length = walker.at - at
  walker.at = at
  return length
}

interface SentTool {
  readonly type: string
  /** Null: no limit. */
  readonly usesMax: number | null
}

function readTools(envelope: RequestEnvelope): readonly SentTool[] {
  const tools = memberOf(envelope)
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown) => {
    if (!isRecord(tool) || typeof tool['type'] !== 'string' || isLocalShell(tool)) return []
    return [{ type: tool['type'], usesMax: readIndex(tool['max_uses']) }]
  })
}

/** Without an environment it may be that of the provider. */
function isLocalShell({ type, environment }: Record<string, unknown>): boolean {
  return type === 'shell' && isRecord(environment) && environment['type'] === 'local'
}

function memberOf(envelope: RequestEnvelope): unknown {
  try {
    return envelope.member('tools')
  } catch (error) {
    throw toInvalidJson(error, 'tools')
  }
}

/** Tools that are defined within the conversation. */
function readDefinedTools(envelope: RequestEnvelope): readonly SentTool[] {
  const { bytes } = envelope
  // A value with escaped characters is the same value.
  if (!bytes.includes('tool_definition') && !bytes.includes('\\u00')) return []
  const types = new Map<string, string>()
  const usesMax = new Map<string, number | null>()
  visitMembers(envelope, (owner, name, walker) => {
    if (!owner.endsWith(definedTool)) return
    const { at } = walker
    if (name === 'type' && isString(walker.peek())) types.set(owner, textAhead(walker))
    if (name === 'max_uses') usesMax.set(owner, walker.index())
    walker.at = at
  })
  return types
    .entries()
    .map(([owner, type]) => ({ type, usesMax: usesMax.get(owner) ?? null }))
    .toArray()
}

/** How the path of a tool ends that is defined within the conversation. */
export const definedTool = '.tool.definition'
