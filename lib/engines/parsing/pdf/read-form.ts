import type { Box, FormField } from '#lib/engines/parsing/blocks.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { isSignature, isWidget, toFormFields, type PlacedWidget } from './form-fields.ts'
import { fieldLabel, type TextPiece } from './field-label.ts'
import type { PdfDocument } from './pdf-document.ts'
import { openPdfjs } from './pdfjs.ts'
import { signedPlaces } from './signed-places.ts'
import { xfaFields } from './xfa-fields.ts'

/** The fields of a form by pdf.js, filled or not, in page order. */
export async function readForm(input: ParserInput, pdf: PdfDocument): Promise<FormField[]> {
  const document = await openPdfjs(input)
  try {
    const widgets: PlacedWidget[] = []
    const xfa: FormField[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      if (document.isPureXfa) {
        xfa.push(...xfaFields(await page.getXfa(), number))
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
      const places = own.some(isSignature) ? signedPlaces(pdf, number - 1) : []
      const boxes = own.map(widget => toBox(widget.rect))
      for (const [index, widget] of own.entries()) {
        const box = boxes[index] ?? [0, 0, 0, 0]
        const beside = widget.checkBox === true || widget.radioButton === true
        const [left = 0, bottom = 0] = widget.rect
        const signed = places.some(([x, y]) => Math.abs(x - left) < 0.5 && Math.abs(y - bottom) < 0.5)
        widgets.push({ widget, page: number, box, label: fieldLabel(box, pieces, boxes, beside), signed })
      }
      page.cleanup()
    }
    return document.isPureXfa ? xfa : toFormFields(widgets)
  } finally {
    await document.loadingTask.destroy()
  }
}
