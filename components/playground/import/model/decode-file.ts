import { ImportError } from './import-error.ts'

/** Reads the name and bytes of a file; a `File` implements it. */
export interface NamedBytes {
  readonly name: string
  readonly size: number
  stream: () => ReadableStream<Uint8Array>
}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, which is removed.
 * @throws ImportError when it is larger than `bytesMax`, not text, or in another encoding (with the line)
 */
export async function decodeFile(
  file: NamedBytes,
  bytesMax: number,
  onProgress: (share: number) => void,
): Promise<string> {
  const parts: string[] = []
  let decoder: TextDecoder | null = null
  let encoding = 'utf-8'
  let bytes = 0
  let line = 1
  const decode = (chunk: Uint8Array | null): void => {
    if (decoder === null) return
    const part = decodePart(decoder, chunk)
    if (part === null) throw new ImportError(line + goodLines(chunk, encoding), unreadable(file.name))
    // Texts contain no NUL; binary files do, mostly in their first bytes.
    const binaryAt = part.indexOf('\0')
    if (binaryAt >= 0) throw new ImportError(null, binary(file.name))
    line += countLines(part)
    parts.push(part)
  }

  const reader = file.stream().getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length
      if (bytes > bytesMax) throw new ImportError(null, grown(file.name))
      if (decoder === null) {
        if (looksBinary(read.value)) throw new ImportError(null, binary(file.name))
        encoding = encodingOf(read.value)
        decoder = new TextDecoder(encoding, { fatal: true })
      }
      decode(read.value)
      onProgress(file.size === 0 ? 1 : bytes / file.size)
    }
    decode(null)
  } finally {
    await reader.cancel()
  }
  return parts.join('')
}

function decodePart(decoder: TextDecoder, chunk: Uint8Array | null): string | null {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

const magics: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x50, 0x4b, 0x03, 0x04], // ZIP, including Excel and Word
  [0x1f, 0x8b], // gzip
  [0x93, 0x4e, 0x55, 0x4d], // NumPy
  [0x50, 0x41, 0x52, 0x31], // Parquet
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
]

function looksBinary(bytes: Uint8Array): boolean {
  return magics.some(magic => magic.every((byte, at) => bytes[at] === byte))
}

/** Line breaks before the first invalid byte. */
function goodLines(chunk: Uint8Array | null, encoding: string): number {
  if (chunk === null) return 0
  const lenient = new TextDecoder(encoding).decode(chunk)
  const bad = lenient.indexOf('\u{fffd}')
  return countLines(bad < 0 ? lenient : lenient.slice(0, bad))
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

function binary(name: string): string {
  return `${name} is not a text file. Save it as CSV, JSON, JSONL or plain text.`
}

function unreadable(name: string): string {
  return `${name} is not UTF-8. Save it with UTF-8 encoding.`
}

function grown(name: string): string {
  return `${name} changed while it was being read. Select it again.`
}
