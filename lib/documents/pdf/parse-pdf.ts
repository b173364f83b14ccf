import { ApiError } from '#lib/errors.ts'
import type {
  PageReading,
  ParsedDocument,
  ParseWarning,
  RawText,
  Block,
  Box,
  RemovedLine,
} from '#lib/documents/blocks.ts'
import { fieldBlocks } from '#lib/documents/field-blocks.ts'
import { OcrReport, ocrNeeded } from '#lib/documents/ocr/ocr-report.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { checkPageCount } from './check-page-count.ts'
import { openPdf, type PdfDocument, type PdfPage } from './pdf-document.ts'
import { loadPdfium } from './pdfium.ts'
import { parseByPdfjs } from './pdfjs.ts'
import { type ReadPage, readPages, type OcrNeed } from './read-pages.ts'
import { readForm } from './read-form.ts'
import type { XfaPage } from './read-xfa.ts'
import { toParagraphs, itemStart, type Paragraph } from './to-paragraphs.ts'
import type { PageLine } from './page-lines.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { toOcrBlocks } from '#lib/documents/ocr/ocr-blocks.ts'
import { openEngine } from '#lib/documents/ocr/open-engine.ts'
import { recognisePage, type Bitmap } from '#lib/documents/ocr/recognise-page.ts'
import sharp from 'sharp'
import type { PdfiumModule } from './pdfium-module.ts'
import { BlockList, type LooseBlock } from '#lib/documents/block-list.ts'
import { type EdgeLine, edgeLinesMax, findRunningLines } from '#lib/documents/running-lines.ts'
import { findTables, type LineTable } from './find-tables.ts'

const fieldsUnread: ParseWarning = {
  code: 'structure_dropped',
  message: 'The form fields could not be read; the text of the pages is complete.',
}

/** A PDF: its text by PDFium, page by page, with pdf.js as fallback. */
export async function parsePdf(input: ParserInput): Promise<ParsedDocument> {
  if (input.engine === 'second') return await parseByPdfjs(input)
  try {
    return await parseByPdfium(input)
  } catch (error) {
    const trapped = error instanceof WebAssembly.RuntimeError
    if (trapped) input.tools.spoil()
    const damaged = error instanceof ApiError && error.reason === 'corrupt'
    if (trapped || damaged) return await parseByPdfjs(input)
    throw error
  }
}

async function parseByPdfium(input: ParserInput): Promise<ParsedDocument> {
  using pdf = openPdf(await loadPdfium(), input.bytes, input.options.password)
  checkPageCount(pdf, input)
  const pages = readPages(pdf, input.limits, {
    images: input.options.enableOcr,
    pageRead: (done, total) => input.tools.report({ kind: 'page', done, total }),
  })
  const removed = input.options.removeHeaders ? { removed: removeRunning(pages) } : {}
  joinHyphens(pages.map(page => page.lines))
  const needing = pages.flatMap(({ need }, index) => (need === null ? [] : [index + 1]))
  const hasForm = pdf.pdfium._FPDF_GetFormType(pdf.handle) !== 0
  // The text of pages does not depend on their fields.
  const form = hasForm ? await readForm(input, pdf).catch(() => null) : null
  if (form?.xfa) return toXfaDocument(form.xfa)
  const fields = form?.fields ?? []
  const report = new OcrReport()
  const recognised = await recognisePages(pdf, input.options.enableOcr ? needing : [], input, report)
  const blocks = toBlocks(
    pages.map((page, index) => toParagraphs(page.lines, index + 1)),
    (number, own) => {
      const read = mergeRecognised(own, recognised.get(number), pages[number - 1]?.need ?? null)
      const typed = (pages[number - 1]?.typed ?? []).map((text): Block => ({
        type: 'paragraph',
        text,
        page: number,
        headings: [],
        origin: 'text',
      }))
      return [...read, ...typed, ...fieldBlocks(fields.filter(field => field.page === number))]
    },
  )
  return {
    kind: 'pdf',
    pages: pdf.pageCount,
    blocks,
    ...removed,
    ...(fields.length > 0 && { fields }),
    ...report.member,
    warnings: [
      ...failedPages(pages),
      ...(hasForm && fields.length === 0 ? [fieldsUnread] : []),
      ...report.warnings,
      ...(input.options.enableOcr ? [] : ocrNeeded(needing)),
    ],
    rawTexts: pages.flatMap((page, index) => toRawText(page, index + 1)),
    readings: pages.map((page, index) => toReading(page, index + 1, recognised.has(index + 1))),
  }
}

// Words that continue on the next line are joined, with or without their hyphen.
const split = /\S*\ufffe\s*\S*/g

function toRawText({ raw, need }: ReadPage, page: number): RawText[] {
  if (raw === '' || (need !== null && need !== 'hybrid')) return []
  return [{ text: raw.replaceAll(split, ' ').replaceAll(/[\0\u00ad]/g, ''), page }]
}

/** An XFA form. The pages of its file are a placeholder for programs that cannot read it. */
function toXfaDocument(pages: readonly XfaPage[]): ParsedDocument {
  const blocks = pages.flatMap(({ texts, fields }, index): Block[] => {
    const page = index + 1
    const paragraphs = texts.map((text): Block => ({
      type: 'paragraph',
      text,
      page,
      headings: [],
      origin: 'text',
    }))
    return [...paragraphs, ...fieldBlocks(fields)]
  })
  return {
    kind: 'pdf',
    pages: Math.max(1, pages.length),
    blocks,
    fields: pages.flatMap(({ fields }) => fields),
    warnings: [],
    readings: pages.map((_, index) => ({ page: index + 1, engine: 'pdf.js', origin: 'text' })),
  }
}

function toReading(page: ReadPage, number: number, recognised: boolean): PageReading {
  const replaced = recognised && page.need !== 'hybrid'
  return { page: number, engine: replaced ? 'tesseract' : 'pdfium', origin: replaced ? 'ocr' : 'text' }
}

function failedPages(pages: readonly ReadPage[]): ParseWarning[] {
  const failed = pages.flatMap((page, index) => (page.failed ? [index + 1] : []))
  if (failed.length === 0) return []
  return [{ code: 'page_failed', message: 'Unreadable pages are empty.', pages: failed }]
}

/**
 * Content of a page after OCR. For scans and pages of meaningless characters it is the OCR result; if text is
 * next to images, only words that overlap no text are added.
 */
function mergeRecognised(
  own: readonly Block[],
  recognised: readonly Block[] | undefined,
  need: OcrNeed,
): readonly Block[] {
  if (recognised === undefined || recognised.length === 0) return own
  switch (need) {
    case null:
      return own
    case 'garbled':
      return recognised
    case 'scanned':
    case 'hybrid':
      return [...own, ...recognised.filter(block => !own.some(other => overlaps(block.box, other.box)))]
  }
}

function overlaps(one: Box | undefined, other: Box | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

const lastWord = /[\p{L}\p{M}\p{N}'’-]+$/u
const firstWord = /^[\p{L}\p{M}\p{N}'’-]+[.,;:!?)\]}”"’]*/u
const words = /[\p{L}\p{M}\p{N}'’-]+/gu

/**
 * Joins words that were split between lines: the rest moves up. The hyphen stays if the document spells the word
 * with it elsewhere and never without it, or if both parts are words elsewhere and the joined one is not.
 */
export function joinHyphens(pages: readonly (readonly PageLine[])[]): void {
  if (!pages.some(lines => lines.some(line => line.hyphenated))) return
  const known = new Set(pages.flatMap(lines => lines.flatMap((line, at) => wholeWords(line, lines[at - 1]))))
  for (const lines of pages) {
    for (const [index, line] of lines.entries()) if (line.hyphenated) join(line, lines[index + 1], known)
  }
}

/** The words of a line without parts of a split one. */
function wholeWords(line: PageLine, before: PageLine | undefined): string[] {
  const all = line.text.toLowerCase().match(words) ?? []
  return all.slice(before?.hyphenated === true ? 1 : 0, line.hyphenated ? -1 : undefined)
}

const partCharsMin = 3

function join(line: PageLine, next: PageLine | undefined, known: ReadonlySet<string>): void {
  const head = lastWord.exec(line.text)?.[0] ?? ''
  const tail = next === undefined ? undefined : firstWord.exec(next.text)?.[0]
  // Across pages, and before anything but a word, it stays a hyphen.
  if (next === undefined || tail === undefined) {
    line.text += '-'
    return
  }
  const [rest = tail] = tail.match(words) ?? []
  const joined = `${head}${rest}`.toLowerCase()
  const hyphenated = `${head}-${rest}`.toLowerCase()
  const areWords = [head, rest].every(part => part.length >= partCharsMin && known.has(part.toLowerCase()))
  const kept = !known.has(joined) && (known.has(hyphenated) || areWords)
  line.text += kept ? `-${tail}` : tail
  next.text = next.text.slice(tail.length).trimStart()
}

/** Runs OCR page by page, so that only one bitmap is in memory. @returns blocks by page number */
async function recognisePages(
  pdf: PdfDocument,
  pages: readonly number[],
  input: ParserInput,
  report: OcrReport,
): Promise<ReadonlyMap<number, Block[]>> {
  const found = new Map<number, Block[]>()
  if (pages.length === 0) return found
  input.tools.expectOcrPages(pages.length)
  await using engine = await openEngine(input)
  for (const number of pages) {
    using page = pdf.openPage(number - 1)
    const { folder, limits } = input
    const bitmap = await renderPage(pdf.pdfium, page, { folder, pixelsMax: limits.imagePixels })
    const recognised = await recognisePage(bitmap, folder, engine.recognise)
    await rm(path.join(folder, bitmap.file))
    report.add(number, recognised.confidence)
    found.set(number, toOcrBlocks(recognised, number))
    input.tools.report({ kind: 'ocr_page', done: found.size, total: pages.length })
  }
  return found
}

const dpi = 300
const pointsPerInch = 72
const grey = 1
const annotations = 0x01
const greyscale = 0x08
const white = 0xffffffff

interface Rendering {
  readonly folder: string
  readonly pixelsMax: number
}

/** Renders a page at 300 dpi in gray as a PNG in the folder; a very large page at less. */
export async function renderPage(
  pdfium: PdfiumModule,
  page: PdfPage,
  { folder, pixelsMax }: Rendering,
): Promise<Bitmap> {
  const full = dpi / pointsPerInch
  const scale = Math.min(full, Math.sqrt(pixelsMax / Math.max(1, page.width * page.height)))
  const width = Math.max(1, Math.floor(page.width * scale))
  const height = Math.max(1, Math.floor(page.height * scale))
  const pixels = draw(pdfium, page, width, height)
  const file = 'page.png'
  await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toFile(path.join(folder, file))
  return { file, width, height }
}

function draw(pdfium: PdfiumModule, page: PdfPage, width: number, height: number): Buffer {
  const data = pdfium.wasmExports.malloc(width * height)
  if (data === 0) throw new Error('Not enough memory to render the page.')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, grey, data, width)
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium._FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, width, height, 0, annotations | greyscale)
    return Buffer.from(pdfium.HEAPU8.slice(data, data + width * height))
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    pdfium.wasmExports.free(data)
  }
}

/**
 * Blocks of a document in reading order: headings by size and weight, items by markers, tables by gaps.
 * @param between blocks after a page's own: OCR text, texts typed over it, and fields
 */
function toBlocks(
  pages: readonly (readonly Paragraph[])[],
  between: (page: number, own: readonly Block[]) => readonly Block[],
): Block[] {
  const headings = findHeadings(pages.flat())
  const list = new BlockList()
  return pages.flatMap((paragraphs, index) => {
    const before = list.blocks.length
    for (const paragraph of paragraphs) list.add(toBlock(paragraph, headings.get(paragraph)))
    return between(index + 1, list.blocks.slice(before))
  })
}

function toBlock({ page, box, text, rows }: Paragraph, level: number | undefined): LooseBlock {
  const place = { page, box }
  if (rows !== null) return { ...place, type: 'table', text, rows }
  if (level !== undefined) return { ...place, type: 'heading', level, text: text.replaceAll('\n', ' ') }
  const [mark, bullet, number] = itemStart.exec(text) ?? []
  if (mark === undefined) return { ...place, type: 'paragraph', text }
  const markdown = text.slice(mark.length)
  return {
    ...place,
    type: 'list_item',
    level: 0,
    marker: bullet === undefined ? (number ?? '-') : '-',
    text,
    markdown,
  }
}

const largerBy = 1.12
const linesMax = 2
const lengthMax = 200
const levelsMax = 6
const shareMax = 0.3

/**
 * Levels of heading paragraphs: larger than the body, or bold if the body is not, short, and not a sentence.
 * @returns level 1 to 6 for each heading
 */
function findHeadings(paragraphs: readonly Paragraph[]): ReadonlyMap<Paragraph, number> {
  const body = bodyStyle(paragraphs)
  const headings = paragraphs.filter(paragraph => isHeading(paragraph, body))
  // If too much text is large, the page is a slide or poster, and size does not mark headings.
  if (headings.length > Math.max(3, paragraphs.length * shareMax)) {
    const larger = headings.filter(heading => heading.fontSize > body.size * largerBy)
    return larger.length > Math.max(3, paragraphs.length * shareMax) ? new Map() : toLevels(larger)
  }
  return toLevels(headings)
}

interface BodyStyle {
  readonly size: number
  readonly bold: boolean
}

/** The most common style. */
function bodyStyle(paragraphs: readonly Paragraph[]): BodyStyle {
  const lengths = new Map<string, { style: BodyStyle; length: number }>()
  for (const { fontSize, bold, text } of paragraphs) {
    const style = { size: Math.round(fontSize * 2) / 2, bold }
    const known = lengths.get(`${style.size} ${bold}`) ?? { style, length: 0 }
    lengths.set(`${style.size} ${bold}`, { style, length: known.length + text.length })
  }
  const [most] = [...lengths.values()].toSorted((one, other) => other.length - one.length)
  return most?.style ?? { size: 0, bold: false }
}

function isHeading({ fontSize, bold, lines, text }: Paragraph, body: BodyStyle): boolean {
  const standsOut = fontSize > body.size * largerBy || (bold && !body.bold && fontSize > body.size * 0.9)
  return (
    standsOut &&
    lines.length <= linesMax &&
    text.length <= lengthMax &&
    /\p{L}{2}/u.test(text) &&
    !/[,;:]$|[\p{Ll}\d]\.$/u.test(text) &&
    lines.every(line => line.cells === null)
  )
}

/** Larger sizes are outer headings; bold ones precede others of their size. */
function toLevels(headings: readonly Paragraph[]): Map<Paragraph, number> {
  const rankOf = ({ fontSize, bold }: Paragraph): number => Math.round(fontSize * 2) + (bold ? 0.5 : 0)
  const ranks = [...new Set(headings.map(rankOf))].toSorted((one, other) => other - one)
  return new Map(headings.map(heading => [heading, Math.min(levelsMax, ranks.indexOf(rankOf(heading)) + 1)]))
}

const edgeShare = 0.12
const positionPoints = 3
const gapLines = 1.5

interface PlacedPage {
  readonly lines: PageLine[]
  /** Points. */
  readonly height: number
}

/** Removes running headers and footers from the pages. @returns removed lines, in page order */
function removeRunning(pages: readonly PlacedPage[]): RemovedLine[] {
  const lineOf = new Map<EdgeLine, PageLine>()
  for (const [index, page] of pages.entries()) {
    for (const [edge, line] of edgeLines(page, index + 1)) lineOf.set(edge, line)
  }
  const running = findRunningLines([...lineOf.keys()], pages.length)
  const gone = new Set([...running].map(edge => lineOf.get(edge)))
  return pages.flatMap((page, index) => {
    const removed = page.lines.filter(line => gone.has(line))
    page.lines.splice(0, page.lines.length, ...page.lines.filter(line => !gone.has(line)))
    return removed.map(({ text, box }) => ({ text, box, page: index + 1 }))
  })
}

/** The lines nearest to the page edges, wherever they are in reading order. */
function edgeLines(page: PlacedPage, number: number): [EdgeLine, PageLine][] {
  const inTables = new Set(
    findTables(page.lines)
      .filter(isTable)
      .flatMap(table => page.lines.slice(table.from, table.to)),
  )
  const down = page.lines.toSorted((one, other) => one.box[1] - other.box[1])
  return (['top', 'bottom'] as const).flatMap(end => {
    const inward = end === 'top' ? down : down.toReversed()
    const near = inward
      .slice(0, edgeLinesMax)
      .filter(({ box }) => (end === 'top' ? box[3] <= edgeShare : box[1] >= 1 - edgeShare))
    return rows(near.filter(line => !inTables.has(line))).map(([line, depth]): [EdgeLine, PageLine] => [
      { page: number, end, depth, text: line.text, position: positionOf(line, inward, page, end) },
      line,
    ])
  })
}

/** A two-line header with text at both ends looks like a small table. */
function isTable({ rows: all }: LineTable): boolean {
  return all.length > 2 || (all[0]?.length ?? 0) > 2
}

/**
 * Lines at the same height have the same distance from the edge: a title at the left, the number at the right.
 */
function rows(lines: readonly PageLine[]): [PageLine, number][] {
  let depth = -1
  let before: PageLine | null = null
  return lines.map(line => {
    if (before === null || Math.abs(middle(before) - middle(line)) > (line.box[3] - line.box[1]) / 2)
      depth += 1
    before = line
    return [line, depth]
  })
}

function middle({ box }: PageLine): number {
  return (box[1] + box[3]) / 2
}

/** Baseline and size, for a line separated from the body. */
function positionOf(
  line: PageLine,
  inward: readonly PageLine[],
  page: PlacedPage,
  end: 'top' | 'bottom',
): string | null {
  const next = inward.find(other => {
    const apart = end === 'top' ? other.box[1] - line.box[3] : line.box[1] - other.box[3]
    return other !== line && apart >= 0
  })
  const gap = next === undefined ? 1 : end === 'top' ? next.box[1] - line.box[3] : line.box[1] - next.box[3]
  if (gap < (line.box[3] - line.box[1]) * gapLines) return null
  const baseline = Math.round((line.box[3] * page.height) / (positionPoints * 2))
  return `${end} ${baseline} ${Math.round(line.fontSize)}`
}
