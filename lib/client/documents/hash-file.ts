/** SHA-256 of the bytes, hexadecimal; null on plain HTTP other than localhost, where the browser has no such thing. */
export async function hashFile(file: File): Promise<string | null> {
  // Typed as always there.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return null
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}
