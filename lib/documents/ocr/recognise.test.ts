import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { makePdf, writeProse } from '#lib/documents/__fixtures__/make-pdf.ts'
import { drawScan, makeScannedPdf } from '#lib/documents/__fixtures__/make-scan.ts'
import { createTestPool } from '#lib/documents/__fixtures__/test-pool.ts'

// OCR takes seconds per page, and more on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const pool = await createTestPool()
afterAll(() => pool[Symbol.asyncDispose]())

const words =
  'Llamas are social animals and live with others as a herd. Their wool is soft and contains only a small amount of lanolin. They can learn simple tasks after a few repetitions.'
const scan = { enableOcr: true }

/** Number of words found. */
function recall(text: string): number {
  const found = new Set(text.toLowerCase().match(/[a-z]+/g))
  const wanted = new Set(words.toLowerCase().match(/[a-z]+/g))
  return [...wanted].filter(word => found.has(word)).length / wanted.size
}

const lines = words.split('. ').flatMap(sentence => [sentence.slice(0, 40), sentence.slice(40)])
const page = await drawScan(lines)

test('a scan is recognized on request', async () => {
  const { content, ocr } = await pool.parse(page, scan)

  expect(recall(content)).toBeGreaterThanOrEqual(0.95)
  expect(ocr).toMatchObject({ pages: [1] })
})

test('without OCR, a scan is empty with a warning', async () => {
  expect(await pool.parse(page)).toMatchObject({
    content: '',
    type: 'image',
    warnings: [expect.objectContaining({ code: 'ocr_needed' })],
  })
})

test.each([90, 180, 270])('a scan turned by %i degrees is read like an upright one', async angle => {
  const { content } = await pool.parse(await sharp(page).rotate(angle).jpeg().toBuffer(), scan)

  expect(recall(content)).toBeGreaterThanOrEqual(0.95)
})

test('a scanned page of a PDF is recognized, and its images are listed', async () => {
  const pdf = await makeScannedPdf([page])
  const { width, height } = await sharp(page).metadata()

  const { content } = await pool.parse(pdf, scan)
  const { images, content: shown } = await pool.parse(pdf, { imagesOnly: true, includeImageData: true })

  expect(recall(content)).toBeGreaterThanOrEqual(0.95)
  expect(shown).toBe('[image]')
  const [first] = images as readonly { readonly data: string }[]
  expect(first).toMatchObject({ page: 1, index: 0, mime: 'image/jpeg', width, height })
  expect(first?.data === `data:image/jpeg;base64,${page.toString('base64')}`).toBe(true)
})

test('an image on a page with text is read too, and nothing twice', async () => {
  const { width, height } = await sharp(page).metadata()
  const document = await PDFDocument.load(
    await makePdf([pen => writeProse(pen, 'wool', { from: 60, lines: 6 })]),
  )
  const image = await document.embedJpg(
    await sharp(page)
      .extract({ left: 0, top: 0, width, height: Math.round(height / 2) })
      .jpeg()
      .toBuffer(),
  )
  document.getPage(0).drawImage(image, { x: 0, y: 60, width: 595, height: 421 })

  const { content, ocr } = await pool.parse(Buffer.from(await document.save()), scan)

  expect(recall(content)).toBeGreaterThanOrEqual(0.95)
  expect(content.match(/about wool/g)).toHaveLength(6)
  expect(ocr).toMatchObject({ pages: [1] })
})

test('each frame of a TIFF is a page', async () => {
  const frames = [page, await sharp(page).rotate(180).jpeg().toBuffer(), page]
  const tiff = await sharp(frames, { join: { animated: true } })
    .tiff({ compression: 'jpeg' })
    .toBuffer()

  const { warnings } = await pool.parse(tiff)
  expect(warnings).toEqual([expect.objectContaining({ code: 'ocr_needed', pages: [1, 2, 3] })])
  expect(await pool.parse(tiff, { mode: 'pages', pageBased: true })).toMatchObject({ object: 'pages' })
})

test('the bundled engine works without the system one', async () => {
  await using bare = await createTestPool({ searchPath: '/nowhere' })

  expect(recall((await bare.parse(page, scan)).content)).toBeGreaterThanOrEqual(0.95)
})

test('a language without data is rejected with a list of the available ones', async () => {
  await expect(pool.parse(page, { ...scan, language: 'tlh' })).rejects.toMatchObject({
    code: 'ocr_unavailable',
    reason: 'ocr',
    message: expect.stringContaining('eng'),
  })
})

test('an image above the pixel limit is rejected by its header', async () => {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000c3500000c3500800000000', 'hex')

  await expect(pool.parse(Buffer.concat([head, Buffer.alloc(64)]), scan)).rejects.toMatchObject({
    code: 'unprocessable_file',
  })
})
