import { type FileMetadata, noMetadata, toAuthors, joinMetadata } from './file-metadata.ts'

// Cameras and programs write metadata before the image data.
const headBytes = 256 * 1024

const partBytesMax = 64 * 1024

// Paths of the creator and last editor in OOXML and OpenDocument.
const parts = ['docProps/core.xml', 'meta.xml'] as const

const names = /<(dc:creator|cp:lastModifiedBy|meta:initial-creator)(?:\s[^>]{0,200})?>([^<]{1,400})<\/\1>/g

const ends = { bytes: 22, signature: 0x06054b50, commentMax: 65_535 } as const

const entry = { bytes: 46, signature: 0x02014b50 } as const

const directoryBytesMax = 2_000_000

const deflated = 8

const deadlineMs = 5000

const marks = { application1: 0xe1, scan: 0xda } as const

const signatureBytes = 8

const creators = /<dc:creator>([\s\S]{0,4000}?)<\/dc:creator>/g

const items = /<rdf:li[^>]{0,200}>([^<]{1,400})<\/rdf:li>/g

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const entriesMax = 512

const tags = { artist: 0x013b, gps: 0x8825, xpAuthor: 0x9c9d } as const

const gpsTags = { latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4 } as const

const unitBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 4: 4, 5: 8 }
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
 * Location and author of a file, read locally before anything is sent; deduplicated, one file at a time.
 * Empty when the type has no such metadata or the file is damaged: the API decides whether it is readable.
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

/** Authors in the properties of an office document. */
async function readOffice(file: Blob): Promise<FileMetadata> {
  const texts = await Promise.all(parts.map(part => readArchiveMember(file, part, partBytesMax)))
  const authors = texts.flatMap(text => [...(text ?? '').matchAll(names)].map(([, , name = '']) => name))
  return { position: null, authors: toAuthors(authors) }
}

/** The first bytes of a named file within a ZIP archive; null when it cannot be read. */
async function readArchiveMember(file: Blob, name: string, bytesMax: number): Promise<string | null> {
  const tailFrom = Math.max(0, file.size - ends.bytes - ends.commentMax)
  const tail = await viewOf(file, tailFrom, file.size)
  let end = tail.byteLength - ends.bytes
  while (end >= 0 && tail.getUint32(end, true) !== ends.signature) end -= 1
  if (end < 0) return null
  const from = tail.getUint32(end + 16, true)
  const directory = await viewOf(
    file,
    from,
    from + Math.min(tail.getUint32(end + 12, true), directoryBytesMax),
  )
  const at = findEntry(directory, name)
  if (at === null) return null
  const method = directory.getUint16(at + 10, true)
  const start = directory.getUint32(at + 42, true)
  const local = await viewOf(file, start, start + 30)
  if (local.byteLength < 30) return null
  const dataFrom = start + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const data = file.slice(dataFrom, dataFrom + directory.getUint32(at + 20, true))
  const stream = data.stream()
  return readStart(
    method === deflated ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream,
    bytesMax,
  )
}

function findEntry(directory: DataView, name: string): number | null {
  for (let at = 0; at + entry.bytes <= directory.byteLength;) {
    if (directory.getUint32(at, true) !== entry.signature) return null
    const length = directory.getUint16(at + 28, true)
    const nameEnd = at + entry.bytes + length
    if (nameEnd > directory.byteLength) return null
    const found = new DataView(directory.buffer, directory.byteOffset + at + entry.bytes, length)
    if (new TextDecoder().decode(found) === name) return at
    at = nameEnd + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return null
}

/** The requested part of a stream: oversized content is not inflated to its end. */
async function readStart(stream: ReadableStream<Uint8Array>, bytesMax: number): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let left = bytesMax
  while (left > 0) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
  }
  void reader.cancel().catch(() => undefined)
  return text
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, Math.max(from, to)).arrayBuffer())
}

/** The author of a PDF, read by pdf.js in its worker, which loads on first use. */
async function readPdf(file: Blob): Promise<FileMetadata> {
  const { loadPdf } = await import('#components/documents/model/views/load-pdf.ts')
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

/**
 * Metadata in the segments of a JPEG before its image data; segments beyond the available bytes are ignored.
 */
function readJpeg(bytes: Uint8Array): FileMetadata {
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

/** Metadata in the PNG chunks within the available bytes. */
function readPng(bytes: Uint8Array): FileMetadata {
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
  // The keyword ends with a zero byte; in `iTXt` language and translation precede the text.
  const [keyword, ...values] = text.split('\0')
  return keyword === 'Author' ? { position: null, authors: toAuthors([values.at(-1) ?? null]) } : noMetadata
}

/** Location and author in an XMP packet, or in XML with the same names. */
function readXmp(text: string): FileMetadata {
  const named = [...text.matchAll(creators)].flatMap(([, inner = '']) => {
    const listed = [...inner.matchAll(items)].map(([, name = '']) => name)
    return listed.length > 0 ? listed : [inner.replace(/<[^>]*>/g, '')]
  })
  return { position: toPosition(text), authors: toAuthors(named.map(unescape)) }
}

/** `52,22.446N` and `4,53.982E`, as an attribute or an element. */
function toPosition(text: string): string | null {
  const latitude = toDegrees(text, 'GPSLatitude')
  const longitude = toDegrees(text, 'GPSLongitude')
  return latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
}

function toDegrees(text: string, name: string): string | null {
  const found = new RegExp(`exif:${name}(?:="|>)(\\d{1,3}),(\\d{1,2}(?:\\.\\d+)?)([NSEW])`).exec(text)
  if (found === null) return null
  const degrees = Number(found[1]) + Number(found[2]) / 60
  return (found[3] === 'S' || found[3] === 'W' ? -degrees : degrees).toFixed(5)
}

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Bytes per value of each entry, by tag. */
type Directory = ReadonlyMap<number, DataView>

/** Location and author in EXIF; a damaged directory gives nothing. `bytes` starts with `II*` or `MM*`. */
function readExif(bytes: Uint8Array): FileMetadata {
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
    position: readExifToPosition(gps, isLittle),
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
    const index = at + 2 + entry * 12
    if (index + 12 > view.byteLength) return found
    const length = (unitBytes[view.getUint16(index + 2, isLittle)] ?? 0) * view.getUint32(index + 4, isLittle)
    // Short values are in the entry itself.
    const from = length <= 4 ? index + 8 : view.getUint32(index + 8, isLittle)
    if (length === 0 || from + length > view.byteLength) continue
    found.set(view.getUint16(index, isLittle), new DataView(view.buffer, view.byteOffset + from, length))
  }
  return found
}

function readExifToPosition(gps: Directory, isLittle: boolean): string | null {
  const latitude = readExifToDegrees(gps.get(gpsTags.latitude), isLittle)
  const longitude = readExifToDegrees(gps.get(gpsTags.longitude), isLittle)
  if (latitude === null || longitude === null) return null
  const isSouth = decode(gps.get(gpsTags.latitudeRef), 'utf-8')?.startsWith('S') ?? false
  const isWest = decode(gps.get(gpsTags.longitudeRef), 'utf-8')?.startsWith('W') ?? false
  return `${(isSouth ? -latitude : latitude).toFixed(5)}, ${(isWest ? -longitude : longitude).toFixed(5)}`
}

/** Degrees, minutes and seconds, each a fraction. */
function readExifToDegrees(value: DataView | undefined, isLittle: boolean): number | null {
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
