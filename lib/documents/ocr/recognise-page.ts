import { rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Box } from '#lib/documents/blocks.ts'
import type { OcrEngine, OcrPage, OcrWord } from './ocr-page.ts'

/** Below this, another layout is tried. */
const layoutConfidence = 88
/** Below this, the page may be rotated. */
const turnConfidence = 60
/** At or above this, a rotation is accepted. */
const turnedConfidence = 80
const turns = [180, 90, 270] as const

export interface Bitmap {
  /** Name of a PNG in the child's folder. */
  readonly file: string
  readonly width: number
  readonly height: number
}

/** Words of a page with boxes relative to the original page, whatever its rotation. */
export interface RecognisedPage {
  readonly words: readonly (Omit<OcrWord, 'box'> & { readonly box: Box })[]
  /** 0 to 100. */
  readonly confidence: number
}

/**
 * Runs OCR on a page: with automatic layout, then as a single block if confidence is low, then rotated if nothing
 * was found. The result with the best confidence is used.
 */
export async function recognisePage(
  bitmap: Bitmap,
  folder: string,
  engine: OcrEngine,
): Promise<RecognisedPage> {
  let best = await upright(bitmap.file, engine)
  let turn: 0 | (typeof turns)[number] = 0
  if (best.confidence < turnConfidence) {
    for (const angle of turns) {
      const file = `turned-${angle}.png`
      await sharp(path.join(folder, bitmap.file))
        .rotate(angle)
        .png({ compressionLevel: 1 })
        .toFile(path.join(folder, file))
      const turned = await engine(file, 3)
      await rm(path.join(folder, file))
      // A few marks can look like a confident word: a rotated result must have more certain text.
      if (turned.confidence > best.confidence && saysMore(turned, best)) [best, turn] = [turned, angle]
      if (best.confidence >= turnedConfidence) break
    }
  }
  const words = best.words.map(word => ({ ...word, box: toShare(word.box, bitmap, turn) }))
  return { words, confidence: best.confidence }
}

async function upright(file: string, engine: OcrEngine): Promise<OcrPage> {
  const laidOut = await engine(file, 3)
  if (laidOut.confidence >= layoutConfidence) return laidOut
  const oneBlock = await engine(file, 6)
  return oneBlock.confidence > laidOut.confidence ? oneBlock : laidOut
}

/** Letters and digits count by their confidence: lines read sideways are many uncertain marks. */
function saysMore(turned: OcrPage, best: OcrPage): boolean {
  return certainty(turned) > certainty(best)
}

function certainty({ words }: OcrPage): number {
  return words.reduce(
    (sum, { text, confidence }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) * confidence,
    0,
  )
}

function toShare([left, top, right, bottom]: OcrWord['box'], { width, height }: Bitmap, turn: number): Box {
  const corners = [toOrigin(left, top), toOrigin(right, bottom)]
  const xs = corners.map(([x]) => share(x, width))
  const ys = corners.map(([, y]) => share(y, height))
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]

  /** Maps a point of the rotated page to the page before its clockwise rotation. */
  function toOrigin(x: number, y: number): [number, number] {
    if (turn === 90) return [y, height - x]
    if (turn === 180) return [width - x, height - y]
    return turn === 270 ? [width - y, x] : [x, y]
  }
}

function share(pixels: number, of: number): number {
  return Math.min(1, Math.max(0, Math.round((pixels / of) * 1e5) / 1e5))
}
