import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Block, DocumentImage, ParsedDocument, ParseWarning } from '#lib/engines/parsing/blocks.ts'
import { toOcrBlocks } from '#lib/engines/parsing/ocr/ocr-blocks.ts'
import { OcrReport } from '#lib/engines/parsing/ocr/ocr-report.ts'
import { type OpenEngine, openEngine } from '#lib/engines/parsing/ocr/open-engine.ts'
import { recognisePage } from '#lib/engines/parsing/ocr/recognise-page.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { findImages } from './find-images.ts'

const drawing = 'drawing.png'
const truncated: ParseWarning = {
  code: 'images_truncated',
  message: 'Not all images are sent with their bytes: they are too many or too large together.',
}

/** The pictures of a document alone: what is said in each, or its alternative text, or that there is one. */
export async function parseImages(input: ParserInput): Promise<ParsedDocument> {
  const { options, limits } = input
  const found = await findImages(input)
  const images: DocumentImage[] = []
  const blocks: Block[] = []
  const report = new OcrReport()
  await using engine = options.enableOcr && found.images.length > 0 ? await openEngine(input) : null
  if (engine !== null) input.tools.expectOcrPages(found.images.length)
  let [kept, keptBytes] = [0, 0]
  for (const [at, image] of found.images.entries()) {
    const { page, mime, width, height, text } = image
    const bytes = options.includeImageData || engine !== null ? await image.bytes() : null
    const recognised =
      engine === null || bytes === null ? null : await recognise(bytes, input, engine, report, page)
    const fits = kept < limits.images && keptBytes + (bytes?.length ?? 0) <= limits.imageBytes
    const file = `image-${at}`
    const keeps = options.includeImageData && bytes !== null && fits
    if (keeps) {
      await writeFile(path.join(input.folder, file), bytes)
      kept += 1
      keptBytes += bytes.length
    }
    const index = images.filter(each => each.page === page).length
    images.push({ page, index, mime, width, height, text, ...(keeps && { file }) })
    const said = recognised || text || '[image]'
    blocks.push({ type: 'image', text: said, page, headings: [], origin: recognised ? 'ocr' : 'text' })
  }
  const cut = options.includeImageData && kept < images.length
  return {
    kind: input.kind,
    pages: found.pages,
    blocks,
    images,
    ...report.member,
    warnings: [...report.warnings, ...(cut ? [truncated] : [])],
    readings: Array.from({ length: found.pages }, (_, index) => ({
      page: index + 1,
      engine: found.engine,
      origin: 'text',
    })),
  }
}

/** What is written in a picture; empty where that cannot be seen. */
async function recognise(
  bytes: Buffer,
  { folder, limits }: ParserInput,
  engine: OpenEngine,
  report: OcrReport,
  page: number,
): Promise<string> {
  const file = path.join(folder, drawing)
  const drawn = await sharp(bytes, { limitInputPixels: limits.imagePixels })
    .autoOrient()
    .flatten({ background: 'white' })
    .greyscale()
    .png({ compressionLevel: 1 })
    .toFile(file)
    .catch(() => null)
  if (drawn === null) return ''
  const bitmap = { file: drawing, width: drawn.width, height: drawn.height }
  const recognised = await recognisePage(bitmap, folder, engine.recognise)
  if (recognised.words.length > 0) report.add(page, recognised.confidence)
  return toOcrBlocks(recognised, page)
    .map(block => block.text)
    .join('\n')
}
