const encoder = new TextEncoder()
const known = new WeakMap<object, number>()

/**
 * UTF-8 bytes sent or received; cached because a list of runs asks on every render and a body may be
 * megabytes.
 */
export function bodyBytes(message: { readonly body: string | null }): number {
  const before = known.get(message)
  if (before !== undefined) return before
  const bytes = message.body === null ? 0 : encoder.encode(message.body).length
  known.set(message, bytes)
  return bytes
}
