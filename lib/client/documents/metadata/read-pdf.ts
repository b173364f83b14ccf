import { type FileMetadata, noMetadata, toAuthors } from './file-metadata.ts'

const deadlineMs = 5000

/** Whom a PDF names as its author, asked of pdf.js in its worker; it is loaded with the first. */
export async function readPdf(file: Blob): Promise<FileMetadata> {
  const { loadPdf } = await import('#lib/client/documents/load-pdf.ts')
  const task = loadPdf(await file.arrayBuffer())
  const timer = setTimeout(() => void task.destroy(), deadlineMs)
  try {
    const { info } = await (await task.promise).getMetadata()
    const author: unknown = 'Author' in info ? info.Author : null
    return typeof author === 'string' ? { position: null, authors: toAuthors([author]) } : noMetadata
  } finally {
    clearTimeout(timer)
    await task.destroy()
  }
}
