import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Block } from '#lib/engines/parsing/blocks.ts'
import { toOcrBlocks } from '#lib/engines/parsing/ocr/ocr-blocks.ts'
import type { OcrReport } from '#lib/engines/parsing/ocr/ocr-report.ts'
import { openEngine } from '#lib/engines/parsing/ocr/open-engine.ts'
import { recognisePage } from '#lib/engines/parsing/ocr/recognise-page.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import type { PdfDocument } from './pdf-document.ts'
import { renderPage } from './render-page.ts'

/** Recognises pages one after another, so that one bitmap is held at a time. @returns blocks by page number */
export async function recognisePages(
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
  }
  return found
}
