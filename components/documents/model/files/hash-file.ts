const known = new WeakMap<File, Promise<string | null>>()
let queue: Promise<unknown> = Promise.resolve()

/**
 * SHA-256 of the bytes, hexadecimal, once for each file. Null on plain HTTP other than localhost, where the browser has
 * no such thing, and where the file cannot be read: sending it says why.
 */
export function hashFile(file: File): Promise<string | null> {
  const before = known.get(file)
  if (before !== undefined) return before
  // One after the other: each is in memory as a whole.
  const hashing = queue.then(() => digest(file)).catch(() => null)
  queue = hashing
  known.set(file, hashing)
  return hashing
}

async function digest(file: File): Promise<string | null> {
  // Typed as always there.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return null
  const bytes = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
