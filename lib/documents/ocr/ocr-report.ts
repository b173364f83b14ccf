import type { ParsedDocument, ParseWarning } from '#lib/documents/blocks.ts'

const doubtful = 60

/** Information about the OCR pages. */
export class OcrReport {
  readonly #pages: { readonly page: number; readonly confidence: number }[] = []

  add(page: number, confidence: number): void {
    this.#pages.push({ page, confidence })
  }

  /** The `ocr` member, if OCR ran. */
  get member(): Pick<ParsedDocument, 'ocr'> {
    if (this.#pages.length === 0) return {}
    const mean = this.#pages.reduce((sum, each) => sum + each.confidence, 0) / this.#pages.length
    return {
      ocr: { pages: this.#pages.map(each => each.page), meanConfidence: Math.round(mean * 10) / 1000 },
    }
  }

  get warnings(): ParseWarning[] {
    const pages = this.#pages.filter(each => each.confidence < doubtful).map(each => each.page)
    if (pages.length === 0) return []
    const message = 'Low OCR confidence. If the text is in another language, send `language`.'
    return [{ code: 'low_confidence', message, pages }]
  }
}

/** Warning for pages that would have text with OCR. */
export function ocrNeeded(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  const message = 'Some pages have no readable text. Send `enable_ocr=true` to run OCR on them.'
  return [{ code: 'ocr_needed', message, pages }]
}
