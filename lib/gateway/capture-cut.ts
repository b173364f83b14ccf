const quote = 0x22
const backslash = 0x5c

// Shorter data is kept as it is: an icon, a hash, a small vector.
const dataBytesMin = 2048
const headBytesMax = 120
const sampledBytes = 256
const base64 = /^[\w+/=-]+$/

/** The beginning of a body, and whether it is all of it. */
export interface CutBody {
  readonly text: string
  readonly whole: boolean
}

/**
 * The first bytes of a JSON body. Data of images and files in it, which is long and says nothing to a reader, becomes
 * a note of its size, so that what is kept stays JSON.
 */
export function cutBody(body: Uint8Array, bytesMax: number): CutBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const parts: Buffer[] = []
  let sizeBytes = 0
  let from = 0
  for (let at = bytes.indexOf(quote); at !== -1 && sizeBytes + at - from < bytesMax;) {
    const end = endOfString(bytes, at)
    const note = noteOf(bytes.subarray(at + 1, end))
    if (note !== null) {
      const before = bytes.subarray(from, at + 1)
      parts.push(before, note)
      sizeBytes += before.length + note.length
      from = end
    }
    at = bytes.indexOf(quote, end + 1)
  }
  parts.push(bytes.subarray(from, from + Math.max(0, bytesMax - sizeBytes)))
  const whole = sizeBytes + bytes.length - from <= bytesMax
  return { text: toText(Buffer.concat(parts).subarray(0, bytesMax)), whole }
}

/** The beginning of a text that is not looked into. */
export function cutText(text: string, bytesMax: number): CutBody {
  // No character takes less than a byte, and none of it more than three.
  if (text.length * 3 <= bytesMax) return { text, whole: true }
  const bytes = Buffer.from(text.slice(0, bytesMax))
  const whole = text.length <= bytesMax && bytes.length <= bytesMax
  return whole ? { text, whole } : { text: toText(bytes.subarray(0, bytesMax)), whole }
}

function noteOf(value: Buffer): Buffer | null {
  if (value.length < dataBytesMin) return null
  const head = value.toString('latin1', 0, headBytesMax)
  const comma = head.indexOf(',')
  const scheme = head.startsWith('data:') && comma !== -1 ? head.slice(0, comma + 1) : ''
  if (scheme === '' && !base64.test(value.toString('latin1', 0, sampledBytes))) return null
  return Buffer.from(`${scheme}[${value.length - scheme.length} bytes not kept]`)
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (bytes[at - 1 - backslashes] === backslash) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return bytes.length
}

/** A character of several bytes may have been cut through: what is left of it goes. */
function toText(bytes: Buffer): string {
  let end = bytes.length
  while (end > 0 && end > bytes.length - 4 && isWithin(bytes[end - 1])) end--
  const isCut = end > 0 && bytes.length - end < lengthOf(bytes[end - 1] ?? 0) - 1
  return bytes.toString('utf8', 0, isCut ? end - 1 : bytes.length)
}

function isWithin(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

function lengthOf(first: number): number {
  if (first >= 0b1111_0000) return 4
  if (first >= 0b1110_0000) return 3
  return first >= 0b1100_0000 ? 2 : 1
}
