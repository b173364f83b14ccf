import { deflateRawSync } from 'node:zlib'

type Entry = readonly [tag: number, type: number, count: number, value: Uint8Array]

const ascii = (text: string) => new TextEncoder().encode(text)
const numbers = (...values: number[]) => {
  const bytes = new Uint8Array(values.length * 4)
  values.forEach((value, at) => new DataView(bytes.buffer).setUint32(at * 4, value))
  return bytes
}

export const amsterdam = [
  [1, 2, 2, ascii('N\0')],
  [2, 5, 3, numbers(52, 1, 22, 1, 2676, 100)],
  [3, 2, 2, ascii('E\0')],
  [4, 5, 3, numbers(4, 1, 53, 1, 5892, 100)],
] satisfies Entry[]

/** EXIF as a camera writes it, big-endian. */
export function exif({
  artist,
  gps = [],
}: {
  artist?: string
  gps?: readonly Entry[]
}): Uint8Array<ArrayBuffer> {
  const artistBytes = ascii(`${artist ?? ''}\0`)
  const main: Entry[] = artist === undefined ? [] : [[0x013b, 2, artistBytes.length, artistBytes]]
  const gpsAt = 8 + sizeOf(main.length + 1) + 200
  const parts = new Uint8Array(gpsAt + sizeOf(gps.length) + 200)
  parts.set(ascii('MM\0*'))
  new DataView(parts.buffer).setUint32(4, 8)
  writeDirectory(parts, 8, [...main, [0x8825, 4, 1, numbers(gpsAt)]])
  writeDirectory(parts, gpsAt, gps)
  return parts
}

const sizeOf = (entries: number) => 2 + entries * 12

function writeDirectory(into: Uint8Array, at: number, entries: readonly Entry[]): void {
  const view = new DataView(into.buffer)
  let free = at + sizeOf(entries.length)
  view.setUint16(at, entries.length)
  entries.forEach(([tag, type, count, value], index) => {
    const position = at + 2 + index * 12
    view.setUint16(position, tag)
    view.setUint16(position + 2, type)
    view.setUint32(position + 4, count)
    if (value.length <= 4) return into.set(value, position + 8)
    view.setUint32(position + 8, free)
    into.set(value, free)
    free += value.length
  })
}

/** A JPEG without image data: its first segments alone. */
export function jpeg(...segments: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const parts = segments.flatMap(segment => {
    const length = segment.length + 2
    return [new Uint8Array([0xff, 0xe1, length >> 8, length & 0xff]), segment]
  })
  return new Blob([new Uint8Array([0xff, 0xd8]), ...parts, new Uint8Array([0xff, 0xda, 0, 2])])
}

export function exifSegment(...given: Parameters<typeof exif>): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...ascii('Exif\0\0'), ...exif(...given)])
}

export function xmpSegment(xml: string): Uint8Array<ArrayBuffer> {
  return ascii(`http://ns.adobe.com/xap/1.0/\0${xml}`)
}

/** A PNG with these chunks alone. */
export function png(...chunks: readonly (readonly [type: string, content: string | Uint8Array])[]): Blob {
  const parts = chunks.map(([type, content]) => {
    const bytes = typeof content === 'string' ? ascii(content) : content
    return new Uint8Array([...numbers(bytes.length), ...ascii(type), ...bytes, 0, 0, 0, 0])
  })
  return new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts])
}

/** An archive with one file; `claims` replaces the size in its directory. */
export function archive(name: string, content: string, claims?: number): Blob {
  const data = new Uint8Array(deflateRawSync(content))
  const local = new Uint8Array(30 + name.length)
  local.set(ascii('PK\x03\x04'))
  new DataView(local.buffer).setUint16(26, name.length, true)
  local.set(ascii(name), 30)
  const directory = new Uint8Array(46 + name.length)
  const view = new DataView(directory.buffer)
  directory.set(ascii('PK\x01\x02'))
  view.setUint16(10, 8, true)
  view.setUint32(20, claims ?? data.length, true)
  view.setUint16(28, name.length, true)
  directory.set(ascii(name), 46)
  const end = new Uint8Array(22)
  end.set(ascii('PK\x05\x06'))
  new DataView(end.buffer).setUint32(12, directory.length, true)
  new DataView(end.buffer).setUint32(16, local.length + data.length, true)
  return new Blob([local, data, directory, end])
}
