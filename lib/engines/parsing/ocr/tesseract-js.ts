import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, type Page, PSM } from 'tesseract.js'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import { type OcrWord, toOcrPage } from './ocr-page.ts'
import type { OpenEngine } from './open-engine.ts'

const dpi = '300'

/** Languages whose data comes with the product. */
export const bundledLanguages: readonly string[] = ['eng']

/** Tesseract in wasm, which reads its data from the package and fetches nothing. */
export async function openTesseractJs(language: string): Promise<OpenEngine> {
  const data = path.dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json')))
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    langPath: path.join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  }).catch((error: unknown) => {
    throw parseError(
      'ocr',
      'cannot be recognised: the language data that comes with the product is missing.',
      error,
    )
  })
  return {
    name: 'tesseract.js',
    recognise: async (file, pageMode) => {
      const mode = pageMode === 3 ? PSM.AUTO : PSM.SINGLE_BLOCK
      await worker.setParameters({ tessedit_pageseg_mode: mode, user_defined_dpi: dpi })
      const { data: page } = await worker.recognize(file, {}, { blocks: true, text: false })
      return toOcrPage(wordsOf(page))
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}

function wordsOf({ blocks }: Page): OcrWord[] {
  return (blocks ?? []).flatMap((block, blockAt) =>
    block.paragraphs.flatMap((paragraph, paragraphAt) =>
      paragraph.lines.flatMap((line, lineAt) =>
        line.words.map(({ text, bbox, confidence }) => ({
          text: text.trim(),
          box: [bbox.x0, bbox.y0, bbox.x1, bbox.y1] as const,
          confidence,
          paragraph: `${blockAt}.${paragraphAt}`,
          line: `${blockAt}.${paragraphAt}.${lineAt}`,
        })),
      ),
    ),
  )
}
