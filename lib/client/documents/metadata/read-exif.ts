import { type FileMetadata, noMetadata, toAuthors } from './file-metadata.ts'

const entriesMax = 512
const tags = { artist: 0x013b, gps: 0x8825, xpAuthor: 0x9c9d } as const
const gpsTags = { latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4 } as const
const unitBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 4: 4, 5: 8 }

/** Bytes of the values of each entry, by tag. */
type Directory = ReadonlyMap<number, DataView>

/** What EXIF says of place and author; a directory that is broken says nothing. `bytes` begins with `II*` or `MM*`. */
export function readExif(bytes: Uint8Array): FileMetadata {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) return noMetadata
  const order = view.getUint16(0)
  const isLittle = order === 0x4949
  if ((!isLittle && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return noMetadata
  const image = readDirectory(view, view.getUint32(4, isLittle), isLittle)
  const gpsAt = image.get(tags.gps)
  const gps = gpsAt
    ? readDirectory(view, gpsAt.getUint32(0, isLittle), isLittle)
    : new Map<number, DataView>()
  return {
    position: toPosition(gps, isLittle),
    authors: toAuthors([
      decode(image.get(tags.artist), 'utf-8'),
      decode(image.get(tags.xpAuthor), 'utf-16le'),
    ]),
  }
}

function readDirectory(view: DataView, at: number, isLittle: boolean): Directory {
  const found = new Map<number, DataView>()
  if (at + 2 > view.byteLength) return found
  const count = Math.min(view.getUint16(at, isLittle), entriesMax)
  for (let entry = 0; entry < count; entry += 1) {
    const place = at + 2 + entry * 12
    if (place + 12 > view.byteLength) return found
    const length = (unitBytes[view.getUint16(place + 2, isLittle)] ?? 0) * view.getUint32(place + 4, isLittle)
    // Short values stand in the entry itself.
    const from = length <= 4 ? place + 8 : view.getUint32(place + 8, isLittle)
    if (length === 0 || from + length > view.byteLength) continue
    found.set(view.getUint16(place, isLittle), new DataView(view.buffer, view.byteOffset + from, length))
  }
  return found
}

function toPosition(gps: Directory, isLittle: boolean): string | null {
  const latitude = toDegrees(gps.get(gpsTags.latitude), isLittle)
  const longitude = toDegrees(gps.get(gpsTags.longitude), isLittle)
  if (latitude === null || longitude === null) return null
  const isSouth = decode(gps.get(gpsTags.latitudeRef), 'utf-8')?.startsWith('S') ?? false
  const isWest = decode(gps.get(gpsTags.longitudeRef), 'utf-8')?.startsWith('W') ?? false
  return `${(isSouth ? -latitude : latitude).toFixed(5)}, ${(isWest ? -longitude : longitude).toFixed(5)}`
}

/** Degrees, minutes and seconds, each a fraction. */
function toDegrees(value: DataView | undefined, isLittle: boolean): number | null {
  if (value === undefined || value.byteLength < 24) return null
  const [degrees = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
    at => value.getUint32(at, isLittle) / (value.getUint32(at + 4, isLittle) || 1),
  )
  const sum = degrees + minutes / 60 + seconds / 3600
  return sum <= 180 ? sum : null
}

function decode(value: DataView | undefined, charset: string): string | null {
  return value === undefined ? null : new TextDecoder(charset).decode(value)
}
