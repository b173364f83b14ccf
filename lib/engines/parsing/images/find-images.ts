import { findMedia } from '#lib/engines/parsing/office/find-media.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { findPdfImages } from '#lib/engines/parsing/pdf/find-images.ts'
import type { FoundImage } from './found-image.ts'

export interface FoundImages {
  readonly images: readonly FoundImage[]
  readonly pages: number
  readonly engine: string
}

/** The pictures of a document in reading order; kinds that hold none have none. */
export async function findImages(input: ParserInput): Promise<FoundImages> {
  if (input.kind === 'pdf') return await findPdfImages(input)
  if (input.archive === null) return { images: [], pages: 1, engine: 'sextant' }
  return await findMedia(input.archive, input.kind)
}
