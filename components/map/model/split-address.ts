/** The parts of a URL for the tree; joined they are the URL. */
export interface AddressParts {
  /** With its colon, e.g. `https:`; empty when the text is not a URL. */
  readonly scheme: string
  /** With its port; empty when the text is not a URL. */
  readonly host: string
  /** From the first slash, or empty. */
  readonly path: string
  /** From `?` or `#` on, or empty. */
  readonly rest: string
}

/**
 * Implemented manually: the URLs are normalized already, and `new URL` is many times slower for a whole site.
 */
export function splitAddress(url: string): AddressParts {
  const mark = url.indexOf('://')
  if (mark <= 0) return { scheme: '', host: '', ...splitPath(url, 0) }
  const from = mark + 3
  const at = url.slice(from).search(/[/?#]/)
  const to = at === -1 ? url.length : from + at
  return { scheme: url.slice(0, mark + 1), host: url.slice(from, to), ...splitPath(url, to) }
}

function splitPath(url: string, from: number): Pick<AddressParts, 'path' | 'rest'> {
  const query = url.indexOf('?', from)
  const hash = url.indexOf('#', from)
  const end = Math.min(query === -1 ? url.length : query, hash === -1 ? url.length : hash)
  return { path: url.slice(from, end), rest: url.slice(end) }
}
