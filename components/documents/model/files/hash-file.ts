const known = new WeakMap<File, Promise<string | null>>()
let queue: Promise<unknown> = Promise.resolve()

/**
 * Hexadecimal SHA-256 of the bytes, computed once per file. Null on plain HTTP other than localhost, where
 * the browser lacks the API, and for an unreadable file: sending it reports the reason.
 */
export function hashFile(file: File): Promise<string | null> {
  const before = known.get(file)
  if (before !== undefined) return before
  // One after the other: each file is in memory as a whole.
  const hashing = queue.then(() => digest(file)).catch(() => null)
  queue = hashing
  known.set(file, hashing)
  return hashing
}

async function digest(file: File): Promise<string | null> {
  // Typed as always available.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return null
  const bytes = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
