/** A recognized word. */
export interface OcrWord {
  readonly text: string
  /** Pixels: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number]
  /** 0 to 100, as Tesseract reports. */
  readonly confidence: number
  /** Words share a paragraph, and a line in it. */
  readonly paragraph: string
  readonly line: string
}

export interface OcrPage {
  readonly words: readonly OcrWord[]
  /** Mean of the words, 0 to 100; 0 without any. */
  readonly confidence: number
}

/** Page segmentation mode: 3 detects columns, 6 assumes a single block. */
export type PageMode = 3 | 6

/** Runs OCR on a PNG in the child's folder. */
export type OcrEngine = (file: string, pageMode: PageMode) => Promise<OcrPage>

/** A page with these words. */
export function toOcrPage(words: readonly OcrWord[]): OcrPage {
  const visible = words.filter(word => word.text.trim() !== '')
  // Weighted by length: a long word is a larger part of the page.
  const letters = visible.reduce((sum, word) => sum + word.text.length, 0)
  const sum = visible.reduce((total, word) => total + word.confidence * word.text.length, 0)
  return { words: visible, confidence: letters === 0 ? 0 : sum / letters }
}
