import { tooMuchText } from '#lib/engines/parsing/check-text-size.ts'
import type { ParseLimits } from '#lib/engines/parsing/limits.ts'
import { imageCover } from './image-cover.ts'
import { type PageText, readPageLines } from './page-lines.ts'
import type { PdfDocument } from './pdf-document.ts'

const scannedCharacters = 20
const garbledShare = 0.1
const coveredShare = 0.3

/** Why a page is worth recognising; null when its text says all. */
export type OcrNeed = 'scanned' | 'garbled' | 'hybrid' | null

export interface ReadPage extends PageText {
  /** Points. */
  readonly height: number
  readonly failed: boolean
  readonly need: OcrNeed
}

/**
 * The text of every page; one that cannot be loaded is empty, and its number stays.
 * @param options.images whether to look for pictures beside the text, which takes a while
 * @throws ApiError `too_much_text`
 */
export function readPages(
  pdf: PdfDocument,
  limits: ParseLimits,
  { images }: { images: boolean },
): ReadPage[] {
  const pages: ReadPage[] = []
  let characters = 0
  for (let index = 0; index < pdf.pageCount; index += 1) {
    const page = readPage(pdf, index, images)
    pages.push(page)
    characters += page.characters
    if (characters > limits.textBytes) throw tooMuchText(limits.textBytes)
  }
  return pages
}

function readPage(pdf: PdfDocument, index: number, images: boolean): ReadPage {
  try {
    using page = pdf.openPage(index)
    const text = readPageLines(pdf.pdfium, page)
    const need = needOf(text) ?? (images && imageCover(pdf.pdfium, page) >= coveredShare ? 'hybrid' : null)
    return { ...text, height: page.height, failed: false, need }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    return { lines: [], characters: 0, garbled: 0, height: 0, failed: true, need: null }
  }
}

function needOf({ characters, garbled }: PageText): OcrNeed {
  if (characters < scannedCharacters) return 'scanned'
  return garbled > characters * garbledShare ? 'garbled' : null
}
