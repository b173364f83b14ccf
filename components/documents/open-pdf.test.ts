import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { expect, test, vi } from 'vitest'
import { loadPdf } from './model/views/load-pdf.ts'
import { openPdf, pageScale } from './open-pdf.ts'

test('a PDF that fails to open leaves no worker behind', async () => {
  const other = loadPdf(new ArrayBuffer(8))
  await expect(other.promise).rejects.toBeInstanceOf(Error)
  const destroy = vi.spyOn(Object.getPrototypeOf(other) as PDFDocumentLoadingTask, 'destroy')

  await expect(openPdf(new File(['No PDF.'], 'a.pdf'), '')).rejects.toBeInstanceOf(Error)

  expect(destroy).toHaveBeenCalledOnce()
  await other.destroy()
})

test('a page is as wide as its container', () => {
  expect(pageScale({ width: 700, height: 990 }, 1400)).toBe(2)
})

test('a strip of paper is limited to the maximum canvas height', () => {
  const strip = { width: 2, height: 14_400 }

  expect(strip.height * pageScale(strip, 1400)).toBeLessThanOrEqual(8192)
})
