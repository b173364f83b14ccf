import { type FileMetadata, joinMetadata, noMetadata, toAuthors } from './file-metadata.ts'
import { readExif } from './read-exif.ts'
import { readXmp } from './read-xmp.ts'

const signatureBytes = 8

/** What the chunks of a PNG say that come within the bytes. */
export function readPng(bytes: Uint8Array): FileMetadata {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: FileMetadata[] = []
  for (let at = signatureBytes; at + 8 <= bytes.length;) {
    const length = view.getUint32(at)
    const type = new TextDecoder().decode(bytes.subarray(at + 4, at + 8))
    found.push(readChunk(type, bytes.subarray(at + 8, at + 8 + length)))
    at += length + 12
  }
  return joinMetadata(found)
}

function readChunk(type: string, chunk: Uint8Array): FileMetadata {
  if (type === 'eXIf') return readExif(chunk)
  if (type !== 'tEXt' && type !== 'iTXt') return noMetadata
  const text = new TextDecoder().decode(chunk)
  if (text.startsWith('XML:com.adobe.xmp')) return readXmp(text)
  // The keyword ends with a zero; in `iTXt` language and translation stand before the text.
  const [keyword, ...values] = text.split('\0')
  return keyword === 'Author' ? { position: null, authors: toAuthors([values.at(-1) ?? null]) } : noMetadata
}
