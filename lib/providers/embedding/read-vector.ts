import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import type { FoundVectors } from './embedding-adapter.ts'
import type { WrittenVector } from './embedding-model.ts'

const quote = 0x22
const comma = 0x2c
const closing = 0x5d
const equals = 0x3d
// Any 38 digits before the decimal point fit a float32.
const plainBytesMax = 38

/**
 * The next vector of the walker, as written.
 * @throws UnreadableJson when it is not a vector, empty, or has a number that is not finite as a float32
 */
export function readVector(walker: JsonWalker): WrittenVector {
  switch (walker.peek()) {
    case 0x5b:
      return readNumbers(walker)
    case quote:
      return readBase64(walker)
    default:
      return walker.fail('a vector is missing')
  }
}

/** A bare array of vectors; the position is the index. */
export function readVectorList(walker: JsonWalker): FoundVectors['vectors'] {
  const found: { index: null; vector: WrittenVector }[] = []
  walker.elements(() => void found.push({ index: null, vector: readVector(walker) }))
  return found
}

function readNumbers(walker: JsonWalker): WrittenVector {
  const { bytes } = walker
  const start = walker.at
  let dimensions = 0
  walker.at += 1
  for (;;) {
    const numberAt = walker.at
    // Only an exponent or very many digits can exceed the range, and both are rare.
    const large = walker.number() || walker.at - numberAt > plainBytesMax
    if (large && !Number.isFinite(Math.fround(Number(bytes.toString('latin1', numberAt, walker.at))))) {
      walker.fail('a number is not finite')
    }
    dimensions += 1
    let byte = bytes[walker.at]
    if (byte !== comma && byte !== closing) byte = walker.peek()
    if (byte !== comma && byte !== closing) walker.fail('a vector is truncated')
    walker.at += 1
    if (byte === closing) return { encoding: 'float', text: bytes.subarray(start, walker.at), dimensions }
  }
}

function readBase64(walker: JsonWalker): WrittenVector {
  const { bytes } = walker
  const start = walker.at + 1
  const end = bytes.indexOf(quote, start)
  if (end === -1) return walker.fail('a string is truncated')
  const text = bytes.subarray(start, end)
  const dimensions = countFloats(text)
  if (dimensions !== null) {
    walker.at = end + 1
    return { encoding: 'base64', text, dimensions }
  }
  // Some serializers escape the slash, which is a base64 character.
  const unescaped = Buffer.from(walker.text(), 'latin1')
  const counted = countFloats(unescaped) ?? walker.fail('a vector is not base64 of finite numbers')
  return { encoding: 'base64', text: unescaped, dimensions: counted }
}

// Vectors must be decoded to be checked, and nearly all fit here: 12,288 numbers.
const scratch = Buffer.allocUnsafeSlow(48 * 1024)

/** The number of float32 values; null when the text is not base64 of one or more finite ones. */
function countFloats(text: Buffer): number | null {
  if (text.length === 0) return null
  const padding = text.at(-1) !== equals ? 0 : text.at(-2) === equals ? 2 : 1
  const sizeBytes = (text.length / 4) * 3 - padding
  if (sizeBytes % 4 !== 0) return null
  const target = sizeBytes <= scratch.length ? scratch : Buffer.allocUnsafeSlow(sizeBytes)
  // The decoder skips invalid characters, so a shorter result reveals them.
  if (target.write(text.toString('latin1'), 'base64') !== sizeBytes) return null
  // It also accepts the URL-safe alphabet, which clients do not.
  if (text.includes(0x2d) || text.includes(0x5f)) return null
  const words = new Uint32Array(target.buffer, 0, sizeBytes / 4)
  for (let at = 0; at < words.length; at += 1) {
    // All exponent bits set: infinite or NaN.
    if (((words[at] ?? 0) & 0x7f80_0000) === 0x7f80_0000) return null
  }
  return words.length
}
