import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import posix from 'node:path/posix'
import sharp from 'sharp'
import type {
  Block,
  DocumentImage,
  ParsedDocument,
  ParseWarning,
  DocumentKind,
} from '#lib/documents/blocks.ts'
import { toOcrBlocks } from '#lib/documents/ocr/ocr-blocks.ts'
import { OcrReport } from '#lib/documents/ocr/ocr-report.ts'
import { type OpenEngine, openEngine } from '#lib/documents/ocr/open-engine.ts'
import { recognisePage } from '#lib/documents/ocr/recognise-page.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { Parser } from 'htmlparser2'
import { cleanAlternative } from '#lib/documents/alternative-text.ts'
import type { Archive } from '#lib/documents/archive.ts'
import { readSpine } from '#lib/documents/office/epub-spine.ts'
import { readRelations } from '#lib/documents/office/relations.ts'
import { slideParts } from '#lib/documents/office/slide-parts.ts'
import { checkPageCount } from '#lib/documents/pdf/check-page-count.ts'
import { openPdf, type PdfPage } from '#lib/documents/pdf/pdf-document.ts'
import type { PdfiumModule, Pointer } from '#lib/documents/pdf/pdfium-module.ts'
import { loadPdfium } from '#lib/documents/pdf/pdfium.ts'

const drawing = 'drawing.png'
const truncated: ParseWarning = {
  code: 'images_truncated',
  message: 'Not all images include their bytes: they exceed the total limit.',
}

/** Only the images of a document: recognized text, alternative text, or a placeholder for each. */
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

/** Text in an image; empty without OCR. */
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

interface FoundImages {
  readonly images: readonly FoundImage[]
  readonly pages: number
  readonly engine: string
}

/** Images of a document in reading order; none for formats without images. */
async function findImages(input: ParserInput): Promise<FoundImages> {
  if (input.kind === 'pdf') return await findPdfImages(input)
  if (input.archive === null) return { images: [], pages: 1, engine: 'sextant' }
  return await findMedia(input.archive, input.kind)
}

interface MediaReference {
  readonly part: string
  readonly text: string
}

/** Images of an office document or book, in the order of its parts, with their alternative texts. */
async function findMedia(archive: Archive, kind: DocumentKind): Promise<FoundImages> {
  const parts = pageParts(archive, kind)
  const images: FoundImage[] = []
  for (const [index, part] of parts.entries()) {
    for (const reference of readReferences(archive, part)) {
      const image = await toImage(archive, reference, index + 1)
      if (image !== null) images.push(image)
    }
  }
  return { images, pages: Math.max(1, parts.length), engine: 'sextant' }
}

function pageParts(archive: Archive, kind: DocumentKind): string[] {
  if (kind === 'pptx') return slideParts(archive).filter(part => archive.has(part))
  if (kind === 'epub') return readSpine(archive)
  const single = archive.names.filter(name => name === 'word/document.xml' || name === 'content.xml')
  return single.length > 0
    ? single
    : archive.names.filter(name => /^xl\/drawings\/drawing\d+\.xml$/.test(name))
}

function readReferences(archive: Archive, part: string): MediaReference[] {
  const targets = new Map(readRelations(archive, part).map(({ id, address }) => [id, address]))
  const found: MediaReference[] = []
  let text = ''
  let described: string | null = null
  const add = (image: string | undefined, alternative: string): void => {
    if (image !== undefined && archive.has(image))
      found.push({ part: image, text: cleanAlternative(alternative) })
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (/:(docPr|cNvPr)$/.test(name)) text = attributes['descr'] ?? attributes['title'] ?? ''
        if (name === 'a:blip') add(targets.get(attributes['r:embed'] ?? ''), text)
        if (name === 'img' || name === 'image')
          add(resolve(part, attributes['src'] ?? attributes['xlink:href']), attributes['alt'] ?? '')
        if (name === 'draw:image') add(resolve(part, attributes['xlink:href']), '')
        if (name === 'svg:title' || name === 'svg:desc') described = ''
      },
      ontext: data => {
        if (described !== null) described += data
      },
      onclosetag: name => {
        if (name !== 'svg:title' && name !== 'svg:desc') return
        const last = found.at(-1)
        if (last !== undefined && last.text === '' && described !== null) {
          found[found.length - 1] = { ...last, text: cleanAlternative(described) }
        }
        described = null
      },
    },
    { xmlMode: true },
  )
  parser.end(archive.read(part).toString())
  return found
}

/** The part that an address in another one means; undefined for an address outside of the file. */
function resolve(part: string, address: string | undefined): string | undefined {
  if (address === undefined || /^[a-z]+:/i.test(address)) return undefined
  return address.startsWith('/') ? address.slice(1) : posix.join(posix.dirname(part), address)
}

/** Null for images too small to matter, and for metafiles, which cannot be rendered. */
async function toImage(
  archive: Archive,
  { part, text }: MediaReference,
  page: number,
): Promise<FoundImage | null> {
  const data = archive.read(part)
  const size = await sharp(data, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (size === null || size.width < pixelsMin || size.height < pixelsMin) return null
  const mime = size.format === 'svg' ? 'image/svg+xml' : `image/${size.format}`
  return { page, text, mime, width: size.width, height: size.height, bytes: async () => data }
}

const imageType = 3
const formType = 5
const depthMax = 8
const rawMimes: Readonly<Record<string, string>> = { DCTDecode: 'image/jpeg', JPXDecode: 'image/jp2' }

/** Images of a PDF, including those in form objects. JPEG and JPEG 2000 stay unchanged, others become PNG. */
async function findPdfImages(input: ParserInput): Promise<FoundImages> {
  using pdf = openPdf(await loadPdfium(), input.bytes, input.options.password)
  checkPageCount(pdf, input)
  const wanted = input.options.includeImageData || input.options.enableOcr
  const images: FoundImage[] = []
  let heldBytes = 0
  for (let index = 0; index < pdf.pageCount; index += 1) {
    using page = pdf.openPage(index)
    const alternatives = readAlternatives(pdf.pdfium, page)
    for (const object of imageObjects(pdf.pdfium, page)) {
      const { width, height } = pixelSize(pdf.pdfium, object)
      if (width < pixelsMin || height < pixelsMin || width * height > input.limits.imagePixels) continue
      const filter = lastFilter(pdf.pdfium, object)
      const mime = rawMimes[filter] ?? 'image/png'
      // The page is closed before the bytes are requested, so they are read now; bytes that will not be sent are not
      // kept.
      const held = wanted && heldBytes < input.limits.imageBytes * 2
      const data = held ? await readBytes(pdf.pdfium, object, filter) : null
      heldBytes += data?.length ?? 0
      const text = alternatives.get(pdf.pdfium._FPDFPageObj_GetMarkedContentID(object)) ?? ''
      images.push({ page: index + 1, text, mime, width, height, bytes: async () => data ?? Buffer.alloc(0) })
    }
  }
  return { images, pages: pdf.pageCount, engine: 'pdfium' }
}

function* imageObjects(pdfium: PdfiumModule, page: PdfPage): Generator<Pointer> {
  const count = pdfium._FPDFPage_CountObjects(page.handle)
  for (let index = 0; index < count; index += 1) {
    yield* imagesIn(pdfium, pdfium._FPDFPage_GetObject(page.handle, index), 0)
  }
}

function* imagesIn(pdfium: PdfiumModule, object: Pointer, depth: number): Generator<Pointer> {
  const type = pdfium._FPDFPageObj_GetType(object)
  if (type === imageType) yield object
  if (type !== formType || depth > depthMax) return
  const count = pdfium._FPDFFormObj_CountObjects(object)
  for (let index = 0; index < count; index += 1) {
    yield* imagesIn(pdfium, pdfium._FPDFFormObj_GetObject(object, index), depth + 1)
  }
}

function pixelSize(pdfium: PdfiumModule, image: Pointer): { width: number; height: number } {
  const scratch = pdfium.wasmExports.malloc(8)
  const known = pdfium._FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4)
  const view = new DataView(pdfium.HEAPU8.buffer, scratch, 8)
  const size = known
    ? { width: view.getUint32(0, true), height: view.getUint32(4, true) }
    : { width: 0, height: 0 }
  pdfium.wasmExports.free(scratch)
  return size
}

function lastFilter(pdfium: PdfiumModule, image: Pointer): string {
  const count = pdfium._FPDFImageObj_GetImageFilterCount(image)
  // An image with two filters has no bytes in its own format.
  if (count !== 1) return ''
  const scratch = pdfium.wasmExports.malloc(32)
  const length = pdfium._FPDFImageObj_GetImageFilter(image, 0, scratch, 32)
  const name = Buffer.from(
    pdfium.HEAPU8.slice(scratch, scratch + Math.max(0, Math.min(32, length) - 1)),
  ).toString('latin1')
  pdfium.wasmExports.free(scratch)
  return name
}

async function readBytes(pdfium: PdfiumModule, image: Pointer, filter: string): Promise<Buffer> {
  return rawMimes[filter] === undefined ? await drawImage(pdfium, image) : readRaw(pdfium, image)
}

function readRaw(pdfium: PdfiumModule, image: Pointer): Buffer {
  const size = pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0)
  const data = pdfium.wasmExports.malloc(size)
  pdfium._FPDFImageObj_GetImageDataRaw(image, data, size)
  const bytes = Buffer.from(pdfium.HEAPU8.slice(data, data + size))
  pdfium.wasmExports.free(data)
  return bytes
}

/** Pixels as PNG, regardless of page rotation; PDFium returns gray, BGR, BGRx or BGRA. */
async function drawImage(pdfium: PdfiumModule, image: Pointer): Promise<Buffer> {
  const bitmap = pdfium._FPDFImageObj_GetBitmap(image)
  if (bitmap === 0) return Buffer.alloc(0)
  const [width, height] = [pdfium._FPDFBitmap_GetWidth(bitmap), pdfium._FPDFBitmap_GetHeight(bitmap)]
  const stride = pdfium._FPDFBitmap_GetStride(bitmap)
  const channels = ([1, 1, 3, 4, 4] as const)[pdfium._FPDFBitmap_GetFormat(bitmap)] ?? 4
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const rows = Buffer.alloc(width * height * channels)
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride
    rows.set(pdfium.HEAPU8.subarray(from, from + width * channels), row * width * channels)
  }
  pdfium._FPDFBitmap_Destroy(bitmap)
  if (channels > 1) swapRedAndBlue(rows, channels)
  return await sharp(rows, { raw: { width, height, channels } }).png().toBuffer()
}

function swapRedAndBlue(pixels: Buffer, channels: number): void {
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    const blue = pixels[at] ?? 0
    pixels[at] = pixels[at + 2] ?? 0
    pixels[at + 2] = blue
  }
}

const alternativesDepthMax = 64
const elementsMax = 20_000

/** Alternative texts of a tagged page, by marked content id. */
function readAlternatives(pdfium: PdfiumModule, page: PdfPage): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  const tree = pdfium._FPDF_StructTree_GetForPage(page.handle)
  if (tree === 0) return texts
  let elements = 0
  const count = pdfium._FPDF_StructTree_CountChildren(tree)
  for (let index = 0; index < count; index += 1)
    visit(pdfium._FPDF_StructTree_GetChildAtIndex(tree, index), '', 0)
  pdfium._FPDF_StructTree_Close(tree)
  return texts

  function visit(element: Pointer, inherited: string, depth: number): void {
    elements += 1
    if (element === 0 || depth > alternativesDepthMax || elements > elementsMax) return
    const text = readText(pdfium, element) || inherited
    const children = pdfium._FPDF_StructElement_CountChildren(element)
    for (let index = 0; index < children; index += 1) {
      const content = pdfium._FPDF_StructElement_GetChildMarkedContentID(element, index)
      if (content >= 0 && text !== '') texts.set(content, text)
      visit(pdfium._FPDF_StructElement_GetChildAtIndex(element, index), text, depth + 1)
    }
  }
}

function readText(pdfium: PdfiumModule, element: Pointer): string {
  const size = pdfium._FPDF_StructElement_GetAltText(element, 0, 0)
  if (size <= 2) return ''
  const buffer = pdfium.wasmExports.malloc(size)
  pdfium._FPDF_StructElement_GetAltText(element, buffer, size)
  const text = Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + size - 2)).toString('utf16le')
  pdfium.wasmExports.free(buffer)
  return text.trim()
}

/** An image in a document. */
interface FoundImage {
  /** From 1. */
  readonly page: number
  /** Alternative text, or empty. */
  readonly text: string
  readonly mime: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Bytes of type `mime`; requested immediately or never. */
  readonly bytes: () => Promise<Buffer>
}

/** Smaller images are dots, lines and tracking pixels. */
const pixelsMin = 8
