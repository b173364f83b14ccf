import path from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { type Archive, openArchive } from './archive.ts'
import type { DocumentKind } from './blocks.ts'
import type { ParseJob } from './child-messages.ts'
import { readPackageKind } from './package-kind.ts'
import { parseError } from './parse-error.ts'
import { readSignature, type Signature } from './signature.ts'
import { isBinary } from './text/is-binary.ts'
import { readTextKind } from './text/text-kind.ts'

const headBytes = 2048
const binaryNames: ReadonlySet<string> = new Set(
  'pdf docx pptx xlsx xls doc ppt rtf odt ods odp epub png jpg jpeg gif webp tif tiff avif wav mp3 m4a ogg flac webm mp4 aac txt md csv json xml html eml'.split(
    ' ',
  ),
)
const accepted =
  'PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, text, CSV, JSON, XML, e-mail (.eml), images and sound'

export interface ReadKind {
  readonly kind: DocumentKind
  /** For what is a ZIP inside. */
  readonly archive: Archive | null
}

/**
 * What a file is, by its bytes; its name decides between kinds of text alone.
 * @throws ApiError `kind`, `corrupt`, `encrypted`, `archive_limit`
 */
export async function readKind(
  bytes: Buffer,
  job: Pick<ParseJob, 'limits' | 'options' | 'programs'>,
): Promise<ReadKind> {
  const signature = readSignature(bytes.subarray(0, headBytes))
  if (signature !== 'zip') return { kind: await readPlainKind(bytes, signature, job), archive: null }
  const archive = await openArchive(bytes, job.limits)
  return { kind: readPackageKind(archive) ?? refuseKind('a ZIP archive'), archive }
}

async function readPlainKind(
  bytes: Buffer,
  signature: Exclude<Signature, 'zip'>,
  { options, programs }: Pick<ParseJob, 'options' | 'programs'>,
): Promise<DocumentKind> {
  switch (signature) {
    case 'pdf':
      return 'pdf'
    case 'rtf':
      return 'rtf'
    case 'image':
      return 'image'
    case 'audio':
      return 'audio'
    case 'mp4':
      return hasSound(bytes, ['soun']) ? 'audio' : refuseKind('a video without sound')
    case 'webm':
      return hasSound(bytes, ['A_OPUS', 'A_VORBIS', 'A_AAC', 'A_MPEG'])
        ? 'audio'
        : refuseKind('a video without sound')
    case 'ole':
      return readOleKind(bytes, programs.soffice)
    case 'other': {
      if (isBinary(bytes, options.charset)) return await refuseBinary(bytes, options.name)
      return readTextKind(bytes, options.name)
    }
  }
}

function hasSound(bytes: Buffer, marks: readonly string[]): boolean {
  return marks.some(mark => bytes.includes(mark, 0, 'latin1'))
}

function readOleKind(bytes: Buffer, soffice: boolean): DocumentKind {
  const has = (stream: string): boolean => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) {
    throw parseError('encrypted', 'is encrypted. Save it without a password and send it again.')
  }
  if (has('__substg1.0_') || has('__properties_version')) return refuseKind('an Outlook message')
  if (has('WordDocument'))
    return soffice ? 'doc' : refuseKind('a Word 97 document, which needs LibreOffice here')
  if (has('PowerPoint Document')) {
    return soffice ? 'ppt' : refuseKind('a PowerPoint 97 presentation, which needs LibreOffice here')
  }
  if (has('Workbook') || has('Book')) return 'xls'
  return refuseKind('an OLE file that holds no document')
}

async function refuseBinary(bytes: Buffer, name: string): Promise<never> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, 65_536)).catch(() => undefined)
  if (type !== undefined) return refuseKind(`of type ${type.mime}`)
  const extension = path.extname(name).slice(1).toLowerCase()
  if (!binaryNames.has(extension)) return refuseKind('of a type that is not known here')
  throw parseError('corrupt', `is damaged: its content is not what \`.${extension}\` promises.`)
}

function refuseKind(what: string): never {
  throw parseError('kind', `is ${what}. Accepted are ${accepted}.`)
}
