import { type FileMetadata, joinMetadata } from './file-metadata.ts'
import { readExif } from './read-exif.ts'
import { readXmp } from './read-xmp.ts'

const marks = { application1: 0xe1, scan: 0xda } as const

/** What the segments of a JPEG before its picture say; nothing of one is read that reaches beyond the bytes. */
export function readJpeg(bytes: Uint8Array): FileMetadata {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: FileMetadata[] = []
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const mark = bytes[at + 1]
    const length = view.getUint16(at + 2)
    if (mark === marks.scan || length < 2) break
    if (mark === marks.application1) found.push(readSegment(bytes.subarray(at + 4, at + 2 + length)))
    at += 2 + length
  }
  return joinMetadata(found)
}

function readSegment(segment: Uint8Array): FileMetadata {
  const isExif = new TextDecoder().decode(segment.subarray(0, 4)) === 'Exif'
  return isExif ? readExif(segment.subarray(6)) : readXmp(new TextDecoder().decode(segment))
}
