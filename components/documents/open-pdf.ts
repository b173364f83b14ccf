import { RenderingCancelledException } from 'pdfjs-dist'
import { loadPdf } from './model/views/load-pdf.ts'

export interface OpenedPdf {
  /** Renders a page at the given width, a strip smaller; sets the canvas size. */
  readonly draw: (
    canvas: HTMLCanvasElement,
    options: { readonly page: number; readonly widthPixels: number },
  ) => { readonly done: Promise<void>; readonly cancel: () => void }
  readonly close: () => Promise<void>
}

/** Opens a PDF in a worker. @throws Error of pdf.js when it is invalid, or needs another password */
export async function openPdf(file: File, password: string): Promise<OpenedPdf> {
  const task = loadPdf(await file.arrayBuffer(), password)
  const pdf = await task.promise.catch(async (error: unknown) => {
    // Its worker exists even then.
    await task.destroy()
    throw error
  })
  return {
    draw(canvas, { page: number, widthPixels }) {
      let cancelled = false
      let cancelRender = () => {}
      const done = pdf.getPage(number).then(async page => {
        if (cancelled) return
        const scale = pageScale(page.getViewport({ scale: 1 }), widthPixels)
        const viewport = page.getViewport({ scale })
        canvas.width = Math.max(1, Math.round(viewport.width))
        canvas.height = Math.max(1, Math.round(viewport.height))
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

// Browsers cannot draw on a canvas of more than about ten thousand pixels a side, and a page may be a strip.
const heightPixelsMax = 8192

/** Pixels per point of the page, for the given width or the maximum height. */
export function pageScale(
  { width, height }: { readonly width: number; readonly height: number },
  widthPixels: number,
): number {
  return Math.min(widthPixels / width, heightPixelsMax / height)
}
