import { ApiError } from '#lib/errors.ts'
import type { PageReading, ParsedDocument, ParseWarning } from '#lib/engines/parsing/blocks.ts'
import { fieldBlocks } from '#lib/engines/parsing/field-blocks.ts'
import { OcrReport, ocrNeeded } from '#lib/engines/parsing/ocr/ocr-report.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { checkPageCount } from './check-page-count.ts'
import { joinHyphens } from './join-hyphens.ts'
import { mergeRecognised } from './merge-recognised.ts'
import { openPdf } from './pdf-document.ts'
import { loadPdfium } from './pdfium.ts'
import { parseByPdfjs } from './pdfjs.ts'
import { type ReadPage, readPages } from './read-pages.ts'
import { readForm } from './read-form.ts'
import { recognisePages } from './recognise-pages.ts'
import { removeRunning } from './remove-running.ts'
import { toBlocks } from './to-blocks.ts'
import { toParagraphs } from './to-paragraphs.ts'

const fieldsUnread: ParseWarning = {
  code: 'structure_dropped',
  message: 'The fields of the form could not be read; the text of its pages is here.',
}

/** A PDF: its text by PDFium, page by page; by pdf.js where PDFium fails. */
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
  const pages = readPages(pdf, input.limits, { images: input.options.enableOcr })
  const removed = input.options.removeHeaders ? { removed: removeRunning(pages) } : {}
  joinHyphens(pages.map(page => page.lines))
  const needing = pages.flatMap(({ need }, index) => (need === null ? [] : [index + 1]))
  const hasForm = pdf.pdfium._FPDF_GetFormType(pdf.handle) !== 0
  // The pages say what they say, whatever is wrong with the fields on them.
  const form = hasForm ? await readForm(input, pdf).catch(() => null) : null
  const report = new OcrReport()
  const recognised = await recognisePages(pdf, input.options.enableOcr ? needing : [], input, report)
  const blocks = toBlocks(
    pages.map((page, index) => toParagraphs(page.lines, index + 1)),
    (number, own) => {
      const read = mergeRecognised(own, recognised.get(number), pages[number - 1]?.need ?? null)
      return [...read, ...fieldBlocks((form ?? []).filter(field => field.page === number))]
    },
  )
  return {
    kind: 'pdf',
    pages: pdf.pageCount,
    blocks,
    ...removed,
    ...(form !== null && form.length > 0 && { fields: form }),
    ...report.member,
    warnings: [
      ...failedPages(pages),
      ...(hasForm && (form === null || form.length === 0) ? [fieldsUnread] : []),
      ...report.warnings,
      ...(input.options.enableOcr ? [] : ocrNeeded(needing)),
    ],
    readings: pages.map((page, index) => toReading(page, index + 1, recognised.has(index + 1))),
  }
}

function toReading(page: ReadPage, number: number, recognised: boolean): PageReading {
  const replaced = recognised && page.need !== 'hybrid'
  return { page: number, engine: replaced ? 'tesseract' : 'pdfium', origin: replaced ? 'ocr' : 'text' }
}

function failedPages(pages: readonly ReadPage[]): ParseWarning[] {
  const failed = pages.flatMap((page, index) => (page.failed ? [index + 1] : []))
  if (failed.length === 0) return []
  return [{ code: 'page_failed', message: 'Pages that could not be read are left empty.', pages: failed }]
}
