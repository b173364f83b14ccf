import type { Draft } from '#components/playground/form/model/draft.ts'
import type { DocumentFile } from './files/document-file.ts'

/** Whether the API parses a field as true: `true` or `1`, ignoring case. */
export function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^\s*(true|1)\s*$/i.test(value))
}

/** The fields with one flag set or removed. */
export function withFlag(fields: Draft['body'], name: string, value: string | undefined): Draft['body'] {
  const { [name]: _, ...others } = fields
  return value === undefined ? others : { ...fields, [name]: value }
}

type TypedFile = Pick<DocumentFile, 'name' | 'type'>

// Browsers report no type for some of these.
const pictureName = /\.(png|jpe?g|gif|webp|bmp|tiff?|avif|hei[cf])$/i

/** Whether only OCR finds text in a file. */
export function isPicture({ name, type }: TypedFile): boolean {
  return type === '' ? pictureName.test(name) : type.startsWith('image/')
}

/** The fields after files were added: the first picture enables OCR, because without it a picture has no text. */
export function withOcrForPictures(
  fields: Draft['body'],
  before: readonly TypedFile[],
  after: readonly TypedFile[],
): Draft['body'] {
  if (before.some(isPicture) || !after.some(isPicture) || isOn(fields['enable_ocr'])) return fields
  return withFlag(fields, 'enable_ocr', 'true')
}

/** Hints for the current flags: those without effect, or required by the files. */
export function optionHints(
  fields: Draft['body'],
  files: readonly TypedFile[],
): Readonly<Record<string, string>> {
  const needsRecognition = files.some(isPicture) && !isOn(fields['enable_ocr'])
  return {
    ...(isOn(fields['include_image_data']) &&
      !isOn(fields['images_only']) && { include_image_data: 'Requires images_only.' }),
    ...(needsRecognition && { enable_ocr: 'Images need OCR to give text.' }),
  }
}
