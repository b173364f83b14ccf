import type { Box } from '#lib/documents/blocks.ts'
import type { PdfPage } from './pdf-document.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'

import { readCells, type LineCell } from './line-cells.ts'
import { charRange, fontSize, isBold, lineRects, type Rect, scratchBytes, unionOf } from './text-page.ts'

/** A line of a page, in reading order. */
export interface PageLine {
  text: string
  /** On the displayed page, 0 to 1. */
  readonly box: Box
  /** Points. */
  readonly fontSize: number
  /** From its first to its last letter. */
  readonly bold: boolean
  /** Start and end, in points of the page's coordinate system. */
  readonly ends: readonly [number, number]
  /** Its pieces, if separated by table-width gaps. */
  readonly cells: readonly LineCell[] | null
  /** Its last word continues on the next line, after a hyphen. */
  readonly hyphenated: boolean
}

export interface PageText {
  readonly lines: PageLine[]
  /** Characters other than white space. */
  readonly characters: number
  /** Number of meaningless characters: private use, control, replacement. */
  readonly garbled: number
  /** Its fonts map most glyphs to no character, and the character codes are not text: `lines` is empty. */
  readonly unmapped: boolean
  /** Before it was divided into lines. */
  readonly raw: string
}

const deviceSize = 1_000_000
const hyphen = '\ufffe'
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const meaningless = /[\ufffd\ue000-\uf8ff\u0000-\u0008\u000e-\u001f]/gu

/** The text of a page in lines with positions. */
export function readPageLines(pdfium: PdfiumModule, page: PdfPage): PageText {
  const textPage = pdfium._FPDFText_LoadPage(page.handle)
  if (textPage === 0) throw new Error('Cannot load the text of a page.')
  const scratch = pdfium.wasmExports.malloc(scratchBytes)
  try {
    const reading = { pdfium, textPage, scratch, text: readText(pdfium, textPage) }
    const toBox = boxMapper(pdfium, page, scratch)
    const lines: PageLine[] = []
    for (const [from, to] of lineRanges(reading.text)) {
      const clean = cleanLine(reading.text.slice(from, to))
      const range = clean === '' ? null : charRange(reading, from, to)
      if (range === null) continue
      const [first, last] = range
      // A bullet often has another font than its item.
      const offset = reading.text.slice(from, to).search(/[\p{L}\p{N}]/u)
      const letter = offset > 0 ? (charRange(reading, from + offset, to)?.[0] ?? first) : first
      const rects = lineRects(reading, first, last)
      const union = rects.length === 0 ? null : unionOf(rects)
      lines.push({
        text: clean,
        box: union === null ? [0, 0, 0, 0] : toBox(union),
        ends: union === null ? [0, 0] : [union[0], union[2]],
        fontSize: fontSize(reading, letter),
        bold: isBold(reading, letter) && isBold(reading, last),
        cells: rects.length > 1 ? readCells(reading, [from, to], rects) : null,
        hyphenated: reading.text[to] === hyphen,
      })
    }
    const visible = reading.text.replaceAll(/\s|\ufffe/gu, '')
    const unmapped = isUnmapped(pdfium, textPage) && !looksLikeText(visible)
    return {
      lines: unmapped ? [] : lines,
      characters: visible.length,
      garbled: visible.match(meaningless)?.length ?? 0,
      unmapped,
      raw: reading.text,
    }
  } finally {
    pdfium.wasmExports.free(scratch)
    pdfium._FPDFText_ClosePage(textPage)
  }
}

const samplesMax = 64
const unmappedShare = 0.6

/** Whether the fonts map most glyphs of the page to no character; a sample is checked. */
function isUnmapped(pdfium: PdfiumModule, textPage: Pointer): boolean {
  const count = pdfium._FPDFText_CountChars(textPage)
  const step = Math.max(1, Math.floor(count / samplesMax))
  let samples = 0
  let errors = 0
  for (let index = 0; index < count; index += step) {
    samples += 1
    errors += pdfium._FPDFText_HasUnicodeMapError(textPage, index) === 1 ? 1 : 0
  }
  return samples > 0 && errors >= samples * unmappedShare
}

const lettersShare = 0.5
const vowelsShare = 0.25

/** Many old fonts have no such map, but use ASCII codes: then the text has letters, and a share of vowels. */
function looksLikeText(visible: string): boolean {
  const letters = visible.match(/\p{L}/gu)?.length ?? 0
  const vowels = visible.match(/[aeiouyáàâäãåéèêëíìîïóòôöõøúùûü]/giu)?.length ?? 0
  return letters >= visible.length * lettersShare && vowels >= letters * vowelsShare
}

function readText(pdfium: PdfiumModule, textPage: Pointer): string {
  const count = pdfium._FPDFText_CountChars(textPage)
  if (count <= 0) return ''
  const buffer = pdfium.wasmExports.malloc((count + 1) * 2)
  try {
    const length = pdfium._FPDFText_GetText(textPage, 0, count, buffer)
    const bytes = Buffer.from(pdfium.HEAPU8.buffer, buffer, Math.max(0, length - 1) * 2)
    return bytes.toString('utf16le')
  } finally {
    pdfium.wasmExports.free(buffer)
  }
}

function lineRanges(text: string): [number, number][] {
  const ranges: [number, number][] = []
  const ends = /\r?\n|\ufffe|$/g
  let from = 0
  for (const end of text.matchAll(ends)) {
    if (end.index > from) ranges.push([from, end.index])
    from = end.index + Math.max(1, end[0].length)
  }
  return ranges
}

const ligatures: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'st',
  '\ufb06': 'st',
}

// ASCII with single spaces, as most lines are.
const cleanAlready = /^(?:[!-~]+ )*[!-~]+$/

function cleanLine(raw: string): string {
  if (cleanAlready.test(raw)) return raw
  return raw
    .replaceAll(/[\ufb00-\ufb06]/g, each => ligatures[each] ?? each)
    .replaceAll(/[\0\u00ad]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
}

/** From the page's coordinate system to the displayed page: PDFium applies rotation and crop box. */
function boxMapper(pdfium: PdfiumModule, page: PdfPage, scratch: Pointer): (rect: Rect) => Box {
  const at = (x: number, y: number): [number, number] => {
    pdfium._FPDF_PageToDevice(page.handle, 0, 0, deviceSize, deviceSize, 0, x, y, scratch, scratch + 4)
    const view = new DataView(pdfium.HEAPU8.buffer, scratch, 8)
    return [view.getInt32(0, true) / deviceSize, view.getInt32(4, true) / deviceSize]
  }
  // The mapping is affine: three points define it, a thousand points apart for precision.
  const [originX, originY] = at(0, 0)
  const [rightX, rightY] = at(1000, 0)
  const [upX, upY] = at(0, 1000)
  const map = (x: number, y: number): [number, number] => [
    clamp(originX + ((rightX - originX) * x + (upX - originX) * y) / 1000),
    clamp(originY + ((rightY - originY) * x + (upY - originY) * y) / 1000),
  ]
  return ([left, top, right, bottom]) => {
    const [x0, y0] = map(left, top)
    const [x1, y1] = map(right, bottom)
    return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
  }
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, Math.round(share * 1e5) / 1e5))
}
