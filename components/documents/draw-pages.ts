import { openPdf } from './open-pdf.ts'

const widthPixels = 1240
const quality = 0.85

/** Pages of a PDF as JPEG data addresses, drawn one after the other from the local file. @throws Error of pdf.js */
export async function drawPages(
  file: File,
  password: string,
  pages: readonly number[],
): Promise<readonly string[]> {
  const pdf = await openPdf(file, password)
  const canvas = document.createElement('canvas')
  try {
    const drawn: string[] = []
    for (const page of pages) {
      await pdf.draw(canvas, { page, widthPixels }).done
      drawn.push(canvas.toDataURL('image/jpeg', quality))
    }
    return drawn
  } finally {
    await pdf.close()
  }
}
