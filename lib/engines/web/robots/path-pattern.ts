/** Tells whether a path, its query included, begins as a pattern says. */
export type PathPattern = (path: string) => boolean

/**
 * Reads a pattern of a robots file: `*` stands for anything, `$` at the end for the end. Each piece between stars is
 * looked for once, at its first place: a later one could only leave less for those behind it.
 */
export function readPathPattern(pattern: string): PathPattern {
  const ends = pattern.endsWith('$')
  const [first = '', ...rest] = (ends ? pattern.slice(0, -1) : pattern).split('*')
  const last = ends ? rest.pop() : undefined
  const pieces = rest.filter(piece => piece !== '')
  if (ends && last === undefined) return path => path === first
  return path => {
    if (!path.startsWith(first)) return false
    let at = first.length
    for (const piece of pieces) {
      const found = path.indexOf(piece, at)
      if (found === -1) return false
      at = found + piece.length
    }
    return last === undefined || (path.length - last.length >= at && path.endsWith(last))
  }
}
