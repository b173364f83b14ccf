import { PDFiumLibrary } from '@hyzyla/pdfium'
import { isPdfiumModule, type PdfiumModule } from './pdfium-module.ts'

let loading: Promise<PdfiumModule> | null = null

/** PDFium, initialized once per process. */
export function loadPdfium(): Promise<PdfiumModule> {
  loading ??= start()
  return loading
}

async function start(): Promise<PdfiumModule> {
  const raw: unknown = Reflect.get(await PDFiumLibrary.init(), 'module')
  if (isPdfiumModule(raw)) return raw
  throw new Error('The functions of @hyzyla/pdfium do not match the pinned version.')
}
