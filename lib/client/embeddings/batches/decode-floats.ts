/** A vector as the API writes it: an array of numbers, or base64 of little-endian float32; null when it is neither. */
export function decodeFloats(embedding: unknown): Float32Array | null {
  if (typeof embedding === 'string') return decodeBase64(embedding)
  return Array.isArray(embedding) ? copyNumbers(embedding) : null
}

function copyNumbers(numbers: readonly unknown[]): Float32Array | null {
  const vector = new Float32Array(numbers.length)
  for (let at = 0; at < numbers.length; at += 1) {
    const value = numbers[at]
    // A server that cannot write NaN writes null: the viewer then shows an unhealthy vector and keeps the others.
    if (typeof value !== 'number' && value !== null) return null
    vector[at] = value ?? NaN
  }
  return vector
}

function decodeBase64(text: string): Float32Array | null {
  const binary = readBase64(text)
  if (binary === null || binary.length % 4 !== 0) return null
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  // Every machine that runs a browser is little-endian, as the wire is.
  return new Float32Array(bytes.buffer)
}

function readBase64(text: string): string | null {
  try {
    return atob(text)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
