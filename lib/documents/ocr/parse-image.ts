import path from 'node:path'
import sharp, { type Metadata } from 'sharp'
import type { Block, DocumentImage, ParsedDocument } from '#lib/documents/blocks.ts'
import { parseError, toCorrupt } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { toOcrBlocks } from './ocr-blocks.ts'
import { OcrReport, ocrNeeded } from './ocr-report.ts'
import { openEngine } from './open-engine.ts'
import { type Bitmap, recognisePage } from './recognise-page.ts'

/** An image: its text, if OCR was requested; each frame of a TIFF is a page. */
export async function parseImage(input: ParserInput): Promise<ParsedDocument> {
  const metadata = await readMetadata(input)
  const frames = metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1
  const pages = Array.from({ length: frames }, (_, index) => index + 1)
  const report = new OcrReport()
  const recognised = input.options.enableOcr
    ? await recognise(input, pages, report)
    : new Map<number, Block[]>()
  const blocks = pages.flatMap(page => recognised.get(page) ?? [])
  const common = {
    kind: 'image',
    pages: frames,
    readings: pages.map(page => ({ page, engine: 'sharp', origin: 'ocr' }) as const),
    ...report.member,
    warnings: [...report.warnings, ...(input.options.enableOcr ? [] : ocrNeeded(pages))],
  } as const
  if (!input.options.imagesOnly) return { ...common, blocks }
  const images = pages.map(page => toImage(page, metadata))
  const texts = pages.map((page): Block => {
    const text = (recognised.get(page) ?? []).map(block => block.text).join('\n')
    return {
      type: 'image',
      text: text || '[image]',
      page,
      headings: [],
      origin: text === '' ? 'text' : 'ocr',
    }
  })
  const [first, ...rest] = images
  const shown =
    input.options.includeImageData && first !== undefined ? [{ ...first, file: 'upload' }, ...rest] : images
  return { ...common, blocks: texts, images: shown }
}

async function readMetadata({ bytes, limits }: ParserInput): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw toCorrupt(error)
    })
  const { width, height, pages = 1 } = metadata
  if (width * height > limits.imagePixels) {
    const megapixels = Math.round(limits.imagePixels / 1e6)
    throw parseError(
      'too_complex',
      `has ${width} × ${height} pixels; the limit is ${megapixels} megapixels. Make it smaller.`,
    )
  }
  if (pages > limits.pdfPages) throw parseError('too_complex', `has more than ${limits.pdfPages} frames.`)
  return metadata
}

async function recognise(
  input: ParserInput,
  pages: readonly number[],
  report: OcrReport,
): Promise<Map<number, Block[]>> {
  const found = new Map<number, Block[]>()
  input.tools.expectOcrPages(pages.length)
  await using engine = await openEngine(input)
  for (const page of pages) {
    const bitmap = await toBitmap(input, page)
    const recognised = await recognisePage(bitmap, input.folder, engine.recognise)
    report.add(page, recognised.confidence)
    found.set(page, toOcrBlocks(recognised, page))
    input.tools.report({ kind: 'ocr_page', done: found.size, total: pages.length })
  }
  return found
}

async function toBitmap({ bytes, folder, limits }: ParserInput, page: number): Promise<Bitmap> {
  const file = 'page.png'
  const image = sharp(bytes, { page: page - 1, limitInputPixels: limits.imagePixels, sequentialRead: true })
  try {
    // Dark letters on a transparent background would turn black on black.
    const { width, height } = await image
      .autoOrient()
      .flatten({ background: 'white' })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toFile(path.join(folder, file))
    return { file, width, height }
  } catch (error) {
    throw toCorrupt(error)
  }
}

function toImage(page: number, { format, autoOrient, width, height }: Metadata): DocumentImage {
  const size = autoOrient ?? { width, height }
  return { page, index: 0, mime: `image/${format}`, width: size.width, height: size.height, text: '' }
}
