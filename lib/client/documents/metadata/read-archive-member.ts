const ends = { bytes: 22, signature: 0x06054b50, commentMax: 65_535 } as const
const entry = { bytes: 46, signature: 0x02014b50 } as const
const directoryBytesMax = 2_000_000
const deflated = 8

/** The first bytes of a file within a ZIP archive, by its name there; null where there is none to be read. */
export async function readArchiveMember(file: Blob, name: string, bytesMax: number): Promise<string | null> {
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

/** As much of a stream as was asked for: what inflates to more than it should is not read to its end. */
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
