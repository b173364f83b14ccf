import type { Archive } from './archive.ts'
import type { DocumentKind } from './blocks.ts'
import { parseError } from './parse-error.ts'

const mimeKinds: Readonly<Record<string, DocumentKind>> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
}
const mainParts: readonly (readonly [RegExp, DocumentKind])[] = [
  [/wordprocessingml\.(document|template)\.main|ms-word\.(document|template)\.macroEnabled/i, 'docx'],
  [/presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled/i, 'pptx'],
  [/spreadsheetml\.(sheet|template)\.main|ms-excel\.(sheet|template)\.(binary\.)?macroEnabled/i, 'xlsx'],
]

/**
 * The kind of an office document or book in a ZIP; null when it is some other archive.
 * @throws ApiError `encrypted`
 */
export function readPackageKind(archive: Archive): DocumentKind | null {
  if (archive.has('[Content_Types].xml')) {
    const types = archive.read('[Content_Types].xml').toString()
    return mainParts.find(([pattern]) => pattern.test(types))?.[1] ?? null
  }
  if (!archive.has('mimetype')) return null
  const kind = mimeKinds[archive.read('mimetype').toString().trim()] ?? null
  const manifest = 'META-INF/manifest.xml'
  if (kind !== 'epub' && archive.has(manifest) && archive.read(manifest).includes('encryption-data')) {
    throw parseError('encrypted', 'is encrypted. Save it without a password and send it again.')
  }
  return kind
}
