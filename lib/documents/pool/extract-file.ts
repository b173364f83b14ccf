import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ParsedDocument, Block, DocumentKind } from '#lib/documents/blocks.ts'
import { bodyFile, type ChildDone, copyFile, type ParseJob, uploadFile } from './child-messages.ts'
import { checkTextSize } from '#lib/documents/check-text-size.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import { missingWords } from '#lib/documents/missing-words.ts'
import type { ChildTools, Parser } from '#lib/documents/parser.ts'
import { writeAnswer } from '#lib/documents/write/write-answer.ts'
import { type EdgeLine, edgeLinesMax, findRunningLines } from '#lib/documents/running-lines.ts'
import { createHash } from 'node:crypto'
import { byPage } from '#lib/documents/write/by-page.ts'
import { render } from '#lib/documents/write/render.ts'
import { toMarkdown } from '#lib/documents/write/to-markdown.ts'
import { fileTypeFromBuffer } from 'file-type'
import { type Archive, openArchive } from '#lib/documents/archive.ts'
import { readSignature, type Signature } from '#lib/documents/signature.ts'
import { charsetByMark, charsetByZeros } from '#lib/documents/text/charset.ts'
import { readJson } from '#lib/read-json.ts'

/**
 * Reads the upload in the child's folder and writes the finished body next to it.
 * @throws ApiError with a `reason`
 */
export async function extractFile(
  job: ParseJob,
  tools: ChildTools,
): Promise<Omit<ChildDone, 'type' | 'spoiled'>> {
  const bytes = await readFile(path.join(job.folder, uploadFile))
  if (bytes.length === 0) throw parseError('empty', 'is empty.')
  const { kind, archive } = await readKind(bytes, job)
  const parse = job.options.imagesOnly && kind !== 'image' ? await imageParser() : await parsers[kind]()
  const parsed = await parse({ ...job, kind, archive, bytes, tools })
  const shown = withoutRunning(parsed, job)
  checkTextSize(shown, job.limits)
  const document = job.options.imagesOnly ? shown : withMissing(shown, archive)
  const { tokens, chunks } = await writeAnswer(document, job.options, path.join(job.folder, bodyFile))
  if (job.options.copy) await writeCopy(document, bytes, path.join(job.folder, copyFile))
  return {
    kind: document.kind,
    pages: document.pages,
    ocrPages: document.ocr?.pages.length ?? 0,
    audioSeconds: document.seconds ?? 0,
    tokens,
    chunks,
  }
}

function withMissing(document: ParsedDocument, archive: Archive | null): ParsedDocument {
  const missing = missingWords(document, archive)
  return missing === null ? document : { ...document, warnings: [...document.warnings, missing] }
}

/** Parsers with line positions have already done it. */
function withoutRunning(document: ParsedDocument, { options }: ParseJob): ParsedDocument {
  return options.removeHeaders && document.removed === undefined ? removeRunningBlocks(document) : document
}

async function imageParser(): Promise<Parser> {
  return (await import('#lib/documents/images/parse-images.ts')).parseImages
}

/** Removes running headers and footers without line information: whole paragraphs at page ends. */
function removeRunningBlocks(document: ParsedDocument): ParsedDocument {
  const byPage = Map.groupBy(document.blocks, block => block.page ?? 1)
  const blockOf = new Map<EdgeLine, Block>()
  for (const [page, blocks] of byPage) {
    for (const end of ['top', 'bottom'] as const) {
      const inward = end === 'top' ? blocks : blocks.toReversed()
      for (const [depth, block] of inward.slice(0, edgeLinesMax).entries()) {
        // Titles of slides and sheets are not page lines, and tables, fields and lists are never headers.
        if (block.type !== 'paragraph' || block.text.includes('\n')) break
        blockOf.set({ page, end, depth, text: block.text, position: null }, block)
      }
    }
  }
  const running = findRunningLines([...blockOf.keys()], document.pages)
  const gone = new Set([...running].map(line => blockOf.get(line)))
  const removed = document.blocks.filter(block => gone.has(block))
  return {
    ...document,
    blocks: document.blocks.filter(block => !gone.has(block)),
    removed: removed.map(({ text, page = 1, box }) => ({ text, page, ...(box !== undefined && { box }) })),
  }
}

const partCharsMax = 64 * 1024

/**
 * Writes a document's pages as Markdown for the library: a line of JSON with the file's hash, then one per page
 * part. Pages without text are omitted.
 */
async function writeCopy(document: ParsedDocument, bytes: Uint8Array, path: string): Promise<void> {
  await writeFile(path, lines(document, bytes))
}

function* lines(document: ParsedDocument, bytes: Uint8Array): Generator<string> {
  yield `${JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex') })}\n`
  for (const [index, blocks] of byPage(document).entries()) {
    const { content } = render(blocks, toMarkdown)
    for (const part of cut(content)) yield `${JSON.stringify({ page: index + 1, content: part })}\n`
  }
}

function* cut(content: string): Generator<string> {
  for (let from = 0, to = 0; from < content.length; from = to) {
    to = Math.min(content.length, from + partCharsMax)
    // Half a surrogate pair would be written as another character.
    if (to < content.length && /[\uD800-\uDBFF]/.test(content.charAt(to - 1))) to--
    yield content.slice(from, to)
  }
}

/** Parsers by format; loaded on the first file of the format. */
export const parsers: Record<DocumentKind, () => Promise<Parser>> = {
  pdf: async () => (await import('#lib/documents/pdf/parse-pdf.ts')).parsePdf,
  docx: async () => (await import('#lib/documents/word/parse-word.ts')).parseWord,
  pptx: async () => (await import('#lib/documents/office/parse-office.ts')).parseOffice,
  odt: async () => (await import('#lib/documents/open-document/parse-open-document.ts')).parseOpenDocument,
  odp: async () => (await import('#lib/documents/open-document/parse-open-document.ts')).parseOpenDocument,
  rtf: async () => (await import('#lib/documents/rich-text/parse-rtf.ts')).parseRtf,
  epub: async () => (await import('#lib/documents/office/parse-epub.ts')).parseEpub,
  doc: async () => (await import('#lib/documents/office/parse-legacy.ts')).parseLegacy,
  ppt: async () => (await import('#lib/documents/office/parse-legacy.ts')).parseLegacy,
  xlsx: async () => (await import('#lib/documents/office/parse-sheets.ts')).parseSheets,
  xls: async () => (await import('#lib/documents/office/parse-sheets.ts')).parseSheets,
  ods: async () => (await import('#lib/documents/office/parse-sheets.ts')).parseSheets,
  text: async () => (await import('#lib/documents/text/parse-text.ts')).parseText,
  markdown: async () => (await import('#lib/documents/text/parse-markdown.ts')).parseMarkdown,
  csv: async () => (await import('#lib/documents/text/parse-csv.ts')).parseCsv,
  json: async () => (await import('#lib/documents/text/parse-source.ts')).parseSource,
  xml: async () => (await import('#lib/documents/text/parse-source.ts')).parseSource,
  html: async () => (await import('#lib/documents/text/parse-html.ts')).parseHtml,
  eml: async () => (await import('#lib/documents/text/parse-eml.ts')).parseEml,
  msg: async () => (await import('#lib/documents/text/parse-msg.ts')).parseMsg,
  image: async () => (await import('#lib/documents/ocr/parse-image.ts')).parseImage,
  audio: async () => (await import('#lib/documents/audio/parse-audio.ts')).parseAudio,
}

const headBytes = 2048
const binaryNames: ReadonlySet<string> = new Set(
  'pdf docx pptx xlsx xls doc ppt rtf odt ods odp epub png jpg jpeg gif webp tif tiff avif wav mp3 m4a ogg flac webm mp4 aac txt md csv json xml html eml msg'.split(
    ' ',
  ),
)
const accepted =
  'PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, text, CSV, JSON, XML, email (.eml, .msg), images and audio'

interface ReadKind {
  readonly kind: DocumentKind
  /** For ZIP-based formats. */
  readonly archive: Archive | null
}

/**
 * Detects the format of a file by its bytes; its name only distinguishes text formats.
 * @throws ApiError `kind`, `corrupt`, `encrypted`, `archive_limit`
 */
export async function readKind(
  bytes: Buffer,
  job: Pick<ParseJob, 'limits' | 'options' | 'programs'>,
): Promise<ReadKind> {
  const signature = readSignature(bytes.subarray(0, headBytes))
  if (signature !== 'zip') return { kind: await readPlainKind(bytes, signature, job), archive: null }
  const archive = await openArchive(bytes, job.limits)
  return { kind: readPackageKind(archive) ?? refuseKind('a ZIP archive'), archive }
}

async function readPlainKind(
  bytes: Buffer,
  signature: Exclude<Signature, 'zip'>,
  { options, programs }: Pick<ParseJob, 'options' | 'programs'>,
): Promise<DocumentKind> {
  switch (signature) {
    case 'pdf':
      return 'pdf'
    case 'rtf':
      return 'rtf'
    case 'image':
      return 'image'
    case 'audio':
      return 'audio'
    case 'mp4':
      return hasSound(bytes, ['soun']) ? 'audio' : refuseKind('a video without sound')
    case 'webm':
      return hasSound(bytes, ['A_OPUS', 'A_VORBIS', 'A_AAC', 'A_MPEG'])
        ? 'audio'
        : refuseKind('a video without sound')
    case 'ole':
      return readOleKind(bytes, programs.soffice)
    case 'other': {
      if (isBinary(bytes, options.charset)) return await refuseBinary(bytes, options.name)
      return readTextKind(bytes, options.name)
    }
  }
}

function hasSound(bytes: Buffer, marks: readonly string[]): boolean {
  return marks.some(mark => bytes.includes(mark, 0, 'latin1'))
}

function readOleKind(bytes: Buffer, soffice: boolean): DocumentKind {
  const has = (stream: string): boolean => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) {
    throw parseError('encrypted', 'is encrypted. Save it without a password and send it again.')
  }
  if (has('__substg1.0_') || has('__properties_version')) return 'msg'
  if (has('WordDocument')) return soffice ? 'doc' : refuseOld('a Word 97 document', 'DOCX')
  if (has('PowerPoint Document')) return soffice ? 'ppt' : refuseOld('a PowerPoint 97 presentation', 'PPTX')
  if (has('Workbook') || has('Book')) return 'xls'
  return refuseKind('an OLE file without a document')
}

function refuseOld(what: string, current: string): never {
  const advice = `Install LibreOffice on the server, or save the file as ${current}.`
  throw parseError('kind', `is ${what}, which requires LibreOffice. ${advice}`)
}

async function refuseBinary(bytes: Buffer, name: string): Promise<never> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, 65_536)).catch(() => undefined)
  if (type !== undefined) return refuseKind(`of type ${type.mime}`)
  const extension = path.extname(name).slice(1).toLowerCase()
  if (!binaryNames.has(extension)) return refuseKind('of an unknown type')
  throw parseError('corrupt', `is damaged: its content does not match \`.${extension}\`.`)
}

function refuseKind(what: string): never {
  throw parseError('kind', `is ${what}, which is not supported. Supported: ${accepted}.`)
}

const sampleBytes = 65_536
const controlShareMax = 0.02

/** True for bytes that are not text in any charset: they contain zeros or unusual control characters. */
function isBinary(bytes: Buffer, charset: string | null): boolean {
  const sample = bytes.subarray(0, sampleBytes)
  if (charsetByMark(sample) !== null || charsetByZeros(sample) !== null) return false
  if (charset !== null && /^utf-?(16|32)/i.test(charset)) return false
  let controls = 0
  for (const byte of sample) if (byte < 0x20 && !isLayout(byte)) controls += 1
  return controls > sample.length * controlShareMax
}

/** Backspace to carriage return, and escape, which ISO-2022-JP uses to switch alphabets. */
function isLayout(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b
}

const mimeKinds: Readonly<Record<string, DocumentKind>> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
}
const mainParts: readonly (readonly [RegExp, DocumentKind])[] = [
  [/wordprocessingml\.(document|template)\.main|ms-word\.(document|template)\.macroEnabled/i, 'docx'],
  [/presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled/i, 'pptx'],
  [/spreadsheetml\.(sheet|template)\.main|ms-excel\.(sheet|template)\.(binary\.)?macroEnabled/i, 'xlsx'],
]

/**
 * The format of a ZIP-based office document or book; null for other archives.
 * @throws ApiError `encrypted`
 */
function readPackageKind(archive: Archive): DocumentKind | null {
  if (archive.has('[Content_Types].xml')) {
    const types = archive.read('[Content_Types].xml').toString()
    return mainParts.find(([pattern]) => pattern.test(types))?.[1] ?? null
  }
  if (!archive.has('mimetype')) return null
  const kind = mimeKinds[archive.read('mimetype').toString().trim()] ?? null
  const manifest = 'META-INF/manifest.xml'
  if (kind !== 'epub' && archive.has(manifest) && archive.read(manifest).includes('encryption-data')) {
    throw parseError('encrypted', 'is encrypted. Save it without a password and send it again.')
  }
  return kind
}

const kindByExtension: Readonly<Record<string, DocumentKind>> = {
  txt: 'text',
  text: 'text',
  log: 'text',
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  xml: 'xml',
  svg: 'xml',
  rss: 'xml',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  eml: 'eml',
}
const textKindHeadBytes = 4096

/** The text format: by name, or by its first characters if the name is not that of a text format. */
function readTextKind(bytes: Buffer, name: string): DocumentKind {
  const byName = kindByExtension[path.extname(name).slice(1).toLowerCase()]
  if (byName !== undefined) return byName
  // Zeros of UTF-16 are dropped: all markers are ASCII.
  const head = bytes
    .subarray(0, textKindHeadBytes)
    .toString('latin1')
    .replaceAll(/^[^\w<{[]+|\0/g, '')
  if (/^(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(head)) return 'html'
  if (/^<\?xml\b/i.test(head)) return /<html\b/i.test(head) ? 'html' : 'xml'
  if (/^<svg\b/i.test(head)) return 'xml'
  if (/^(received|return-path|from|message-id|mime-version|delivered-to):.*\r?\n[\w-]+:/i.test(head))
    return 'eml'
  return /^[{[]/.test(head) && readJson(bytes.toString()) !== undefined ? 'json' : 'text'
}
