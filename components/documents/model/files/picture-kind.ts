import type { DocumentFile } from './document-file.ts'

/** How a page of the file can be rendered here; null: it cannot. */
export type PictureKind = 'pdf' | 'image'

const drawnImages = /^image\/(png|jpeg|gif|webp|bmp|avif)$/

export function pictureKind({ name, type }: Pick<DocumentFile, 'name' | 'type'>): PictureKind | null {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf'
  return drawnImages.test(type) ? 'image' : null
}
