/** A word as recognised. */
export interface OcrWord {
  readonly text: string
  /** Pixels: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number]
  /** 0…100, as Tesseract counts. */
  readonly confidence: number
  /** Words of one paragraph, and of one line in it. */
  readonly paragraph: string
  readonly line: string
}

export interface OcrPage {
  readonly words: readonly OcrWord[]
  /** Mean of the words, 0…100; 0 without any. */
  readonly confidence: number
}

/** How a page is laid out: 3 finds columns itself, 6 takes it as one block. */
export type PageMode = 3 | 6

/** Recognises a PNG in the child's folder. */
export type OcrEngine = (file: string, pageMode: PageMode) => Promise<OcrPage>

/** A page of these words. */
export function toOcrPage(words: readonly OcrWord[]): OcrPage {
  const visible = words.filter(word => word.text.trim() !== '')
  // A long word is more of the page than a short one.
  const letters = visible.reduce((sum, word) => sum + word.text.length, 0)
  const sum = visible.reduce((total, word) => total + word.confidence * word.text.length, 0)
  return { words: visible, confidence: letters === 0 ? 0 : sum / letters }
}
