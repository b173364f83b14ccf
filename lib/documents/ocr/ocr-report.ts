import type { ParsedDocument, ParseWarning } from '#lib/documents/blocks.ts'

const doubtful = 60

/** What is told about the pages that were recognised. */
export class OcrReport {
  readonly #pages: { readonly page: number; readonly confidence: number }[] = []

  add(page: number, confidence: number): void {
    this.#pages.push({ page, confidence })
  }

  /** The `ocr` member, once anything was recognised. */
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
    const message =
      'Little could be recognised for certain. If the text is in another language, send `language`.'
    return [{ code: 'low_confidence', message, pages }]
  }
}

/** Said of what would have text if it were recognised. */
export function ocrNeeded(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  const message = 'Pages without readable text: send `enable_ocr=true` to recognise them.'
  return [{ code: 'ocr_needed', message, pages }]
}
