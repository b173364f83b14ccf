import { type FileMetadata, noMetadata } from './file-metadata.ts'
import { readExif } from './read-exif.ts'
import { readJpeg } from './read-jpeg.ts'
import { readOffice } from './read-office.ts'
import { readPdf } from './read-pdf.ts'
import { readPng } from './read-png.ts'

// Cameras and programs write what they know before the picture.
const headBytes = 256 * 1024
const signatures: readonly (readonly [string, (file: Blob) => Promise<FileMetadata>])[] = [
  ['\xff\xd8\xff', async file => readJpeg(await headOf(file))],
  ['\x89PNG\r\n\x1a\n', async file => readPng(await headOf(file))],
  ['II*\0', async file => readExif(await headOf(file))],
  ['MM\0*', async file => readExif(await headOf(file))],
  ['PK\x03\x04', readOffice],
  ['%PDF-', readPdf],
]
const known = new WeakMap<Blob, Promise<FileMetadata>>()
let queue: Promise<unknown> = Promise.resolve()

/**
 * What a file tells of place and author, read here, before a byte of it leaves; once each, and one file after the
 * other. Nothing where its kind has no such thing, or it is broken: whether it can be read is the API's to say.
 */
export function readMetadata(file: Blob): Promise<FileMetadata> {
  const before = known.get(file)
  if (before !== undefined) return before
  const reading = queue.then(() => readByKind(file)).catch(() => noMetadata)
  queue = reading
  known.set(file, reading)
  return reading
}

async function readByKind(file: Blob): Promise<FileMetadata> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 8).arrayBuffer()))
  const read = signatures.find(([signature]) => start.startsWith(signature))?.[1]
  return read === undefined ? noMetadata : read(file)
}

async function headOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
}
