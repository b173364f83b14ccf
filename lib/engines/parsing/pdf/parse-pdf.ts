import type { Block, PageReading, ParsedDocument, ParseWarning } from '#lib/engines/parsing/blocks.ts'
import { tooMuchText } from '#lib/engines/parsing/check-text-size.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { joinHyphens } from './join-hyphens.ts'
import { type PageText, readPageLines } from './page-lines.ts'
import { openPdf, type PdfDocument } from './pdf-document.ts'
import { loadPdfium } from './pdfium.ts'
import { type PlacedPage, removeRunning } from './remove-running.ts'
import { toParagraphBlock, toParagraphs } from './to-paragraphs.ts'

const scannedCharacters = 20
const garbledShare = 0.1

/** A PDF: its text by PDFium, page by page. */
export async function parsePdf(input: ParserInput): Promise<ParsedDocument> {
  const pdfium = await loadPdfium()
  using pdf = openPdf(pdfium, input.bytes, input.options.password)
  if (pdf.pageCount > input.limits.pdfPages) {
    const counted = `has ${pdf.pageCount} pages; at most ${input.limits.pdfPages} are read.`
    throw parseError('too_complex', `${counted} Split it into smaller files.`)
  }
  const { pages, failed } = readPages(pdf, input)
  const removed = input.options.removeHeaders ? { removed: removeRunning(pages) } : {}
  joinHyphens(pages.map(page => page.lines))
  const blocks = pages.flatMap((page, index) => toPageBlocks(page, index + 1))
  const needsOcr = pages.flatMap((page, index) =>
    isUnreadable(page) && !failed.includes(index + 1) ? [index + 1] : [],
  )
  return {
    ...removed,
    kind: 'pdf',
    pages: pdf.pageCount,
    blocks,
    warnings: [...failedWarning(failed), ...ocrWarning(needsOcr)],
    readings: pages.map((_, index): PageReading => ({ page: index + 1, engine: 'pdfium', origin: 'text' })),
  }
}

function readPages(pdf: PdfDocument, { limits }: ParserInput): { pages: PlacedPage[]; failed: number[] } {
  const pages: PlacedPage[] = []
  const failed: number[] = []
  let characters = 0
  for (let index = 0; index < pdf.pageCount; index += 1) {
    const text = readPage(pdf, index)
    if (text === null) failed.push(index + 1)
    pages.push(text ?? { lines: [], characters: 0, garbled: 0, height: 0 })
    characters += text?.characters ?? 0
    if (characters > limits.textBytes) throw tooMuchText(limits.textBytes)
  }
  return { pages, failed }
}

/** A page that cannot be loaded is told, and its number stays. */
function readPage(pdf: PdfDocument, index: number): PlacedPage | null {
  try {
    using page = pdf.openPage(index)
    return { ...readPageLines(pdf.pdfium, page), height: page.height }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    return null
  }
}

function toPageBlocks(page: PageText, number: number): Block[] {
  return toParagraphs(page.lines).map(paragraph => toParagraphBlock(paragraph, number))
}

function isUnreadable({ characters, garbled }: PageText): boolean {
  return characters < scannedCharacters || garbled > characters * garbledShare
}

function failedWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  return [{ code: 'page_failed', message: 'Pages that could not be read are left empty.', pages }]
}

function ocrWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  return [
    {
      code: 'ocr_needed',
      message: 'Pages without readable text: send `enable_ocr=true` to recognise them.',
      pages,
    },
  ]
}
