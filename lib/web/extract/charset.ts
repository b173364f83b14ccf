export const charsetBytes = 1024
const metaCharset = /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([a-z0-9_:.-]+)/i
const headerCharset = /charset\s*=\s*["']?([^\s;"',]+)/i

/**
 * The encoding of a page: byte order mark, then HTTP header, then `<meta>`, then UTF-8.
 * @param head the first bytes, at least 1024 if available
 * @returns a label that `TextDecoder` supports
 */
export function findCharset(contentType: string, head: Buffer): string {
  return statedCharset(contentType, head) ?? 'utf-8'
}

/**
 * The same; null if nothing states it.
 * @param searchedBytes how far to look for `<meta>`
 */
export function statedCharset(
  contentType: string,
  head: Buffer,
  searchedBytes = charsetBytes,
): string | null {
  return fromMark(head) ?? toKnown(headerCharset.exec(contentType)?.[1]) ?? fromMeta(head, searchedBytes)
}

function fromMark(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return null
}

function fromMeta(head: Buffer, searchedBytes: number): string | null {
  const label = toKnown(metaCharset.exec(head.toString('latin1', 0, searchedBytes))?.[1])
  // A declaration that is readable as ASCII is not in UTF-16.
  return label?.startsWith('utf-16') === true ? 'utf-8' : label
}

function toKnown(label: string | undefined): string | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
