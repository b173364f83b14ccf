import type { Box, FormField, FieldValue } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import type { PdfDocument } from './pdf-document.ts'
import { openPdfjs } from './pdfjs.ts'
import { readXfaPage, type XfaPage } from './read-xfa.ts'

export interface PdfForm {
  /** Filled or not, in page order. */
  readonly fields: readonly FormField[]
  /** The pages of an XFA form, which the pages of its file do not show. */
  readonly xfa: readonly XfaPage[] | null
}

/** The form of a PDF by pdf.js. */
export async function readForm(input: ParserInput, pdf: PdfDocument): Promise<PdfForm> {
  const document = await openPdfjs(input)
  try {
    const widgets: PlacedWidget[] = []
    const xfa: XfaPage[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      if (document.isPureXfa) {
        xfa.push(readXfaPage(await page.getXfa(), number))
        continue
      }
      const annotations: unknown[] = await page.getAnnotations({ intent: 'display' })
      const own = annotations.filter(isWidget)
      if (own.length === 0) continue
      const viewport = page.getViewport({ scale: 1 })
      const toBox = (rect: readonly number[]): Box => {
        const [left = 0, bottom = 0, right = 0, top = 0] = rect
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = viewport.transform.map(Number)
        const xs = [a * left + c * bottom + e, a * right + c * top + e].map(x => x / viewport.width)
        const ys = [b * left + d * bottom + f, b * right + d * top + f].map(y => y / viewport.height)
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
      }
      const { items } = await page.getTextContent()
      const pieces = items.flatMap((item): TextPiece[] => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, , , , x = 0, y = 0] = item.transform.map(Number)
        return [{ text: item.str.trim(), box: toBox([x, y, x + item.width, y + item.height]) }]
      })
      const positions = own.some(isSignature) ? signedPositions(pdf, number - 1) : []
      const boxes = own.map(widget => toBox(widget.rect))
      for (const [index, widget] of own.entries()) {
        const box = boxes[index] ?? [0, 0, 0, 0]
        const beside = widget.checkBox === true || widget.radioButton === true
        const [left = 0, bottom = 0] = widget.rect
        const signed = positions.some(([x, y]) => Math.abs(x - left) < 0.5 && Math.abs(y - bottom) < 0.5)
        widgets.push({ widget, page: number, box, label: fieldLabel(box, pieces, boxes, beside), signed })
      }
      page.cleanup()
    }
    if (document.isPureXfa) return { fields: xfa.flatMap(({ fields }) => fields), xfa }
    return { fields: toFormFields(widgets), xfa: null }
  } finally {
    await document.loadingTask.destroy()
  }
}

const widgetSubtype = 20
const floatBytes = 4

/** Left and bottom of a page's fields with a value, in points: pdf.js does not report whether one is signed. */
function signedPositions(pdf: PdfDocument, index: number): (readonly [number, number])[] {
  const { pdfium } = pdf
  using page = pdf.openPage(index)
  const rect = pdfium.wasmExports.malloc(4 * floatBytes)
  const key = pdfium.wasmExports.malloc(2)
  pdfium.HEAPU8.set(Buffer.from('V\0'), key)
  const positions: (readonly [number, number])[] = []
  for (let at = 0; at < pdfium._FPDFPage_GetAnnotCount(page.handle); at += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page.handle, at)
    if (annotation === 0) continue
    const holds =
      pdfium._FPDFAnnot_GetSubtype(annotation) === widgetSubtype &&
      pdfium._FPDFAnnot_HasKey(annotation, key) !== 0 &&
      pdfium._FPDFAnnot_GetRect(annotation, rect) !== 0
    if (holds) {
      const [left = 0, , , bottom = 0] = new Float32Array(pdfium.HEAPU8.buffer, rect, 4)
      positions.push([left, bottom])
    }
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  pdfium.wasmExports.free(rect)
  pdfium.wasmExports.free(key)
  return positions
}

interface TextPiece {
  readonly text: string
  readonly box: Box
}

const aboveLines = 1.5
const gapHeights = 1.2
const reachShare = 0.5
const labelLength = 200
const loneLetters = /^(?:\p{L}(?:\s+|$))*$/u

/**
 * Label of a field: the text that ends to its left on the same line, or for check marks begins to its right,
 * without another field in between; otherwise, or if these are single letters of vertical text, the text directly
 * above. Empty if there is none.
 * @param beside for check boxes and radio buttons, whose label is on the right
 */
export function fieldLabel(
  field: Box,
  pieces: readonly TextPiece[],
  fields: readonly Box[],
  beside: boolean,
): string {
  const onLine = pieces.filter(
    ({ box }) => overlap(box[1], box[3], field[1], field[3]) > (box[3] - box[1]) / 2,
  )
  const others = fields.filter(
    other => other !== field && overlap(other[1], other[3], field[1], field[3]) > 0,
  )
  const right = (): string =>
    chain(onLine.map(mirror), mirrorBox(field), others.map(mirrorBox)).toReversed().join(' ')
  const left = (): string => chain(onLine, field, others).join(' ')
  const near = tidy(beside ? right() || left() : left())
  return loneLetters.test(near) ? tidy(above(field, pieces)) || near : near
}

function tidy(label: string): string {
  return label
    .replaceAll(/(?:\s*\.){3,}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[\s:.]+$/, '')
    .slice(-labelLength)
}

/** Pieces that end before the field, each close to the next, in reading order. */
function chain(pieces: readonly TextPiece[], field: Box, others: readonly Box[]): string[] {
  const tolerance = (field[3] - field[1]) / 2
  const before = pieces
    .filter(({ box }) => box[2] <= field[0] + tolerance)
    .toSorted((one, other) => other.box[2] - one.box[2])
  const words: string[] = []
  let edge = field[0]
  for (const { text, box } of before) {
    const barred = others.some(other => other[2] > box[2] && other[2] <= edge + tolerance)
    const far =
      words.length === 0 ? edge - box[2] > reachShare : edge - box[2] > (box[3] - box[1]) * gapHeights
    if (barred || far) break
    words.unshift(text)
    edge = box[0]
  }
  return words
}

function above(field: Box, pieces: readonly TextPiece[]): string {
  const over = pieces.filter(({ box }) => {
    const height = box[3] - box[1]
    const gap = field[1] - box[3]
    return gap > -height / 2 && gap < height * aboveLines && overlap(box[0], box[2], field[0], field[2]) > 0
  })
  const lowest = Math.max(...over.map(({ box }) => box[3]))
  const line = over.filter(({ box }) => lowest - box[3] < (box[3] - box[1]) / 2)
  return line
    .toSorted((one, other) => one.box[0] - other.box[0])
    .map(piece => piece.text)
    .join(' ')
}

function overlap(from: number, to: number, otherFrom: number, otherTo: number): number {
  return Math.min(to, otherTo) - Math.max(from, otherFrom)
}

function mirror({ text, box }: TextPiece): TextPiece {
  return { text, box: mirrorBox(box) }
}

function mirrorBox([x0, y0, x1, y1]: Box): Box {
  return [1 - x1, y0, 1 - x0, y1]
}

/** A widget as described by pdf.js; only the properties used here. */
interface Widget {
  readonly fieldName: string
  readonly fieldType: string | null
  readonly rect: readonly number[]
  readonly fieldValue?: unknown
  readonly alternativeText?: unknown
  readonly checkBox?: unknown
  readonly radioButton?: unknown
  readonly pushButton?: unknown
  readonly exportValue?: unknown
  readonly buttonValue?: unknown
  readonly options?: unknown
  readonly readOnly?: unknown
  readonly required?: unknown
}

interface PlacedWidget {
  readonly widget: Widget
  readonly page: number
  readonly box: Box
  readonly label: string
  /** Whether it has a value, for a signature. */
  readonly signed: boolean
}

/** True for an annotation that is a named field. */
function isWidget(value: unknown): value is Widget {
  if (typeof value !== 'object' || value === null) return false
  const { subtype, fieldName, rect } = value as Readonly<Record<string, unknown>>
  return subtype === 'Widget' && typeof fieldName === 'string' && fieldName !== '' && Array.isArray(rect)
}

/** Groups widgets into fields: a field may have several widgets, and a radio group has one per option. */
function toFormFields(widgets: readonly PlacedWidget[]): FormField[] {
  const groups = Map.groupBy(widgets, ({ widget }) => widget.fieldName)
  return [...groups.values()].flatMap(toFormField)
}

function toFormField(group: readonly PlacedWidget[]): FormField[] {
  const [first] = group
  if (first === undefined || first.widget.pushButton === true) return []
  const { widget, page, box } = first
  const type = typeOf(widget)
  const own = typeof widget.alternativeText === 'string' ? widget.alternativeText.trim() : ''
  const options =
    type === 'radio' ? group.flatMap(each => formFieldsTextOf(each.widget.buttonValue)) : displayed(widget)
  return [
    {
      name: widget.fieldName,
      label: own || first.label || lastPart(widget.fieldName),
      type,
      value: valueOf(type, group),
      ...(options.length > 0 && { options }),
      page,
      box,
      required: widget.required === true,
      readOnly: widget.readOnly === true,
    },
  ]
}

function typeOf(widget: Widget): FormField['type'] {
  if (widget.checkBox === true) return 'checkbox'
  if (widget.radioButton === true) return 'radio'
  if (widget.fieldType === 'Ch') return 'choice'
  return isSignature(widget) ? 'signature' : 'text'
}

/** True for a signature field. */
function isSignature({ fieldType }: Widget): boolean {
  return fieldType === 'Sig'
}

function valueOf(type: FormField['type'], group: readonly PlacedWidget[]): FieldValue {
  const [first] = group
  const value = group
    .map(each => each.widget.fieldValue)
    .find(each => each !== null && each !== undefined && each !== '')
  switch (type) {
    case 'checkbox':
      // `Off` is PDF's value of an unchecked box.
      return typeof value === 'string' ? value !== 'Off' && value !== '' : value === true
    case 'radio':
      return typeof value === 'string' && value !== 'Off' ? value : null
    case 'choice': {
      const chosen = (Array.isArray(value) ? value : [value])
        .flatMap(formFieldsTextOf)
        .map(each => displayOf(first?.widget, each))
      if (chosen.length > 1) return chosen
      return chosen[0] ?? ''
    }
    case 'signature':
      return group.some(each => each.signed)
    case 'text':
      return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n').trim() : ''
  }
}

interface Choice {
  readonly exportValue?: unknown
  readonly displayValue?: unknown
}

function choicesOf(widget: Widget | undefined): readonly Choice[] {
  return Array.isArray(widget?.options) ? (widget.options as readonly Choice[]) : []
}

function displayed(widget: Widget): string[] {
  return choicesOf(widget).flatMap(choice => formFieldsTextOf(choice.displayValue))
}

function displayOf(widget: Widget | undefined, value: string): string {
  const choice = choicesOf(widget).find(each => each.exportValue === value)
  return formFieldsTextOf(choice?.displayValue)[0] ?? value
}

function formFieldsTextOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

function lastPart(name: string): string {
  return (name.split('.').at(-1) ?? name).replace(/\[\d+\]$/, '')
}
