import { RenderingCancelledException } from 'pdfjs-dist'
import { loadPdf } from '#lib/client/documents/load-pdf.ts'

export interface OpenedPdf {
  /** Draws a page as wide as given; the canvas gets its height. */
  readonly draw: (
    canvas: HTMLCanvasElement,
    options: { readonly page: number; readonly widthPixels: number },
  ) => { readonly done: Promise<void>; readonly cancel: () => void }
  readonly close: () => Promise<void>
}

/** Opens a PDF in a worker. @throws Error of pdf.js when it is none, or asks for another password */
export async function openPdf(file: File, password: string): Promise<OpenedPdf> {
  const task = loadPdf(await file.arrayBuffer(), password)
  const pdf = await task.promise
  return {
    draw(canvas, { page: number, widthPixels }) {
      let cancelled = false
      let cancelRender = () => {}
      const done = pdf.getPage(number).then(async page => {
        if (cancelled) return
        const scale = widthPixels / page.getViewport({ scale: 1 }).width
        const viewport = page.getViewport({ scale })
        canvas.width = Math.round(viewport.width)
        canvas.height = Math.round(viewport.height)
        const rendering = page.render({ canvas, viewport })
        cancelRender = () => rendering.cancel()
        await rendering.promise.catch((error: unknown) => {
          if (!(error instanceof RenderingCancelledException)) throw error
        })
      })
      const cancel = () => {
        cancelled = true
        cancelRender()
      }
      return { done, cancel }
    },
    close: () => task.destroy(),
  }
}
