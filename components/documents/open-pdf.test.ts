import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { expect, test, vi } from 'vitest'
import { loadPdf } from './model/views/load-pdf.ts'
import { openPdf } from './open-pdf.ts'

test('a PDF that fails to open leaves no worker behind', async () => {
  const other = loadPdf(new ArrayBuffer(8))
  await expect(other.promise).rejects.toBeInstanceOf(Error)
  const destroy = vi.spyOn(Object.getPrototypeOf(other) as PDFDocumentLoadingTask, 'destroy')

  await expect(openPdf(new File(['No PDF.'], 'a.pdf'), '')).rejects.toBeInstanceOf(Error)

  expect(destroy).toHaveBeenCalledOnce()
  await other.destroy()
})
