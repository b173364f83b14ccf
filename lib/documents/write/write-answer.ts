import { dirname, join } from 'node:path'
import type { ParsedDocument, Block, ParseWarning, FormField, DocumentImage } from '#lib/documents/blocks.ts'
import type { ParseOptions, Written } from '#lib/documents/options.ts'
import { byPage } from './by-page.ts'
import { render, joinPages, type Rendered, type BlockPosition } from './render.ts'
import { loadTokenCounter } from './token-counter.ts'
import { type Chunk, toChunks } from '#lib/documents/chunks/to-chunks.ts'
import { toMarkdown } from './to-markdown.ts'
import { open } from 'node:fs/promises'
import { readFileSync } from 'node:fs'

/** Input of every mode. */
export interface Answer {
  readonly document: ParsedDocument
  readonly options: ParseOptions
  readonly bodyPath: string
  /** Folder of the images whose bytes were requested. */
  readonly folder: string
}

/** Writes the finished response body of a document. */
export async function writeAnswer(
  document: ParsedDocument,
  options: ParseOptions,
  bodyPath: string,
): Promise<Written> {
  const answer = { document, options, bodyPath, folder: dirname(bodyPath) }
  switch (options.mode) {
    case 'text':
    case 'markdown':
      return await writeContent(answer)
    case 'pages':
      return await writePages(answer)
    case 'embeddings':
      return await writeChunks(answer)
  }
}

/** `pages`: the text of each page, with its tokens. */
async function writePages(answer: Answer): Promise<Written> {
  const { document, options } = answer
  const counter = await loadTokenCounter(options.tokens)
  const pages = byPage(document).map(blocks => render(blocks, block => block.text))
  const items = pages.map(({ content }, index) => ({
    page: index + 1,
    content,
    total_tokens: content === '' ? 0 : counter.count(content) + counter.marks,
  }))
  const positions = pages.flatMap(page => page.positions)
  await writeList(answer, { object: 'pages', items, positions, estimated: counter.estimated })
  return { tokens: items.reduce((sum, item) => sum + item.total_tokens, 0), chunks: 0 }
}

/** `embeddings`: chunks that fit an embedding model. */
async function writeChunks(answer: Answer): Promise<Written> {
  const { document, options } = answer
  const counter = await loadTokenCounter(options.tokens)
  const chunks = toChunks(document.blocks, {
    size: options.chunkSize,
    overlap: options.chunkOverlap,
    pageBased: options.pageBased,
    counter,
  })
  const positions = chunks.flatMap((chunk, index) =>
    chunk.positions.map(position => ({ ...position, chunk: index })),
  )
  await writeList(answer, {
    object: 'chunks',
    items: chunks.map(toItem),
    positions,
    estimated: counter.estimated,
  })
  return { tokens: chunks.reduce((sum, { totalTokens }) => sum + totalTokens, 0), chunks: chunks.length }
}

function toItem({ content, totalTokens, fromPage, toPage, headings, slide, sheet }: Chunk): object {
  return {
    content,
    total_tokens: totalTokens,
    from_page: fromPage,
    to_page: toPage,
    headings,
    ...(slide !== undefined && { slide }),
    ...(sheet !== undefined && { sheet }),
  }
}

/** `text` and `markdown`: the whole content, and with `page_based` also each page's. */
async function writeContent({ document, options, bodyPath, folder }: Answer): Promise<Written> {
  const toText = options.mode === 'markdown' ? toMarkdown : (block: Block) => block.text
  const pages = options.pageBased ? byPage(document).map(blocks => render(blocks, toText)) : null
  const rendered = pages === null ? render(document.blocks, toText) : joinPages(pages)
  await writeParts(bodyPath, body(rendered, pages))
  return { tokens: 0, chunks: 0 }

  function* body({ content, positions }: Rendered, each: readonly Rendered[] | null): Generator<string> {
    yield '{'
    yield* toMembers(members(content, positions, each))
    yield '}'
  }

  function* members(
    content: string,
    positions: Rendered['positions'],
    each: readonly Rendered[] | null,
  ): Generator<Member> {
    yield ['status', true]
    yield ['content', content]
    yield ['type', document.kind]
    yield ['error', '']
    if (each !== null)
      yield ['pages', each.map((page, index) => ({ page: index + 1, content: page.content }))]
    yield* extras(document, options, folder, document.warnings)
    if (options.details) yield ['details', toDetails(document, positions)]
  }
}

interface ListBody {
  readonly object: 'chunks' | 'pages'
  readonly items: Iterable<unknown>
  readonly positions: readonly ChunkPosition[]
  /** Tokens were counted without the tokenizer of the default embedding model. */
  readonly estimated: boolean
}

const estimatedTokens: ParseWarning = {
  code: 'estimated_tokens',
  message: 'Tokens are estimated: the tokenizer of the default embedding model is not downloaded.',
}

/** `{"id","object","data":{"success":true,"data":{"chunks":[…]}}}`, with the extras next to `data`. */
async function writeList(
  { document, options, bodyPath, folder }: Answer,
  { object, items, positions, estimated }: ListBody,
): Promise<void> {
  const warnings = estimated ? [...document.warnings, estimatedTokens] : document.warnings
  await writeParts(bodyPath, body())

  function* body(): Generator<string> {
    yield `{"id":${JSON.stringify(options.id)},"object":"${object}","data":{"success":true,"data":{"${object}":`
    yield* toList(items)
    yield '}}'
    const more = [...toMembers(extras(document, options, folder, warnings))]
    if (more.length > 0) yield ','
    yield* more
    if (options.details) yield `,"details":${JSON.stringify(toDetails(document, positions))}`
    yield '}'
  }
}

/** A position in one of several contents. */
interface ChunkPosition extends BlockPosition {
  /** Index of the chunk, from 0; absent with a single content, or one per page. */
  readonly chunk?: number
}

/** Source position of each block of the response, and how it was read. */
function toDetails(document: ParsedDocument, positions: readonly ChunkPosition[]): object {
  const { charset, readings, removed, fields } = document
  return {
    blocks: positions.map(toBlock),
    ...(charset !== undefined && { charset }),
    engines: readings,
    ...(removed !== undefined && { removed }),
    ...(fields !== undefined && { field_details: fields.map(toField) }),
  }
}

function toBlock({ block, chunk, start, end }: ChunkPosition): object {
  const { type, page = 1, slide, sheet, headings, box, confidence, origin, level, spans } = block
  return {
    type,
    ...(level !== undefined && { level }),
    page,
    ...(slide !== undefined && { slide }),
    ...(sheet !== undefined && { sheet }),
    headings,
    ...(box !== undefined && { box }),
    ...(spans !== undefined && { spans }),
    ...(chunk !== undefined && { chunk }),
    start,
    end,
    origin,
    ...(confidence !== undefined && { confidence }),
  }
}

function toField({ readOnly, ...field }: FormField): object {
  return { ...field, read_only: readOnly }
}

const bufferedChars = 1024 * 1024

/** Writes a body in parts: a large one is never in memory as text, JSON and bytes at once. */
async function writeParts(path: string, parts: Iterable<string>): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  let waiting: string[] = []
  let length = 0
  for (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length < bufferedChars) continue
    await file.appendFile(waiting.join(''))
    waiting = []
    length = 0
  }
  await file.appendFile(waiting.join(''))
}

/**
 * Fields that flags and formats add in every mode.
 * @param folder folder of the images whose bytes were requested
 */
function* extras(
  document: ParsedDocument,
  options: ParseOptions,
  folder: string,
  warnings: readonly ParseWarning[],
): Generator<Member> {
  const { fields, images, ocr, segments, removed = [] } = document
  if (fields !== undefined)
    yield ['fields', Object.fromEntries(fields.map(({ name, value }) => [name, value]))]
  if (images !== undefined) yield ['images', images.map(image => toImage(image, folder))]
  if (options.enableOcr) {
    yield ['ocr', { pages: ocr?.pages ?? [], mean_confidence: ocr?.meanConfidence ?? null }]
  }
  if (segments !== undefined) yield ['segments', segments]
  if (options.removeHeaders) yield ['removed', [...new Set(removed.map(({ text }) => text))]]
  if (warnings.length > 0) yield ['warnings', warnings]
}

function toImage({ page, index, mime, width, height, file }: DocumentImage, folder: string): object {
  const image = { page, index, mime, width, height }
  if (file === undefined) return image
  return { ...image, data: `data:${mime};base64,${readFileSync(join(folder, file), 'base64')}` }
}

/** A member of an object: its value is written in turn. */
type Member = readonly [name: string, value: unknown]

/** `"name":value,…` without the braces. */
export function* toMembers(members: Iterable<Member>): Generator<string> {
  let first = true
  for (const [name, value] of members) {
    if (value === undefined) continue
    yield `${first ? '' : ','}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* toList(value)
    else if (typeof value === 'string') yield* toJsonText(value)
    else yield JSON.stringify(value)
    first = false
  }
}

/** A list whose items are written one by one, with their contents in parts. */
export function* toList(items: Iterable<unknown>): Generator<string> {
  yield '['
  let first = true
  for (const item of items) {
    if (!first) yield ','
    if (hasContent(item)) {
      yield '{'
      yield* toMembers(Object.entries(item))
      yield '}'
    } else yield JSON.stringify(item)
    first = false
  }
  yield ']'
}

function hasContent(item: unknown): item is object {
  return typeof item === 'object' && item !== null && 'content' in item
}

const sliceLength = 256 * 1024

/** A text as JSON, in slices: a large one is never in memory twice. */
function* toJsonText(text: string): Generator<string> {
  if (text.length <= sliceLength) return yield JSON.stringify(text)
  yield '"'
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(text.length, at + sliceLength)
    // Half a surrogate pair would be written as a separate escape.
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
  }
  yield '"'
}
