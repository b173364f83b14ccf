import { matchWildcards } from './match-wildcards.ts'

/** The part of an address that a pattern speaks of. */
export type GlobTarget = 'name' | 'path' | 'address'

export interface Glob {
  readonly target: GlobTarget
  /** Whether the query counts as well: only for patterns that have one. */
  readonly query: boolean
  /** In lower case. */
  readonly pattern: string
}

/** What patterns are held against, in lower case. */
export interface GlobSubject {
  readonly host: string
  /** Decoded, from the first slash; `/` for a host alone. */
  readonly path: string
  /** Decoded, from `?` on, or empty. */
  readonly query: string
}

/**
 * Reads a pattern: `*` is anything within a segment, `**` anything. From a slash on it is of the path, without any
 * slash of the last segment (`*.pdf`), and what begins with a host or a scheme is of the whole address.
 */
export function parseGlob(text: string): Glob {
  const lower = text.toLowerCase().replace(/^[a-z][a-z\d+.-]*:\/\//, '')
  const query = lower.includes('?')
  if (lower.startsWith('/')) return { target: 'path', query, pattern: lower }
  const slash = lower.indexOf('/')
  const first = slash === -1 ? lower : lower.slice(0, slash)
  if (slash === -1) return { target: lower.startsWith('**') ? 'path' : 'name', query, pattern: lower }
  if (/[.:]/.test(first) || first === 'localhost' || lower.length < text.length) {
    return { target: 'address', query, pattern: lower }
  }
  return { target: 'path', query, pattern: first === '**' ? lower : `/${lower}` }
}

export function matchGlob({ target, query, pattern }: Glob, subject: GlobSubject): boolean {
  const text = targetOf(target, subject) + (query ? subject.query : '')
  if (matchWildcards(pattern, text)) return true
  // Who asks for all below a folder means the folder too, and `/blog/` is the folder `/blog`.
  return pattern.endsWith('/**') && matchWildcards(pattern.slice(0, -3), text.replace(/\/$/, ''))
}

function targetOf(target: GlobTarget, { host, path }: GlobSubject): string {
  switch (target) {
    case 'address':
      return host + path
    case 'path':
      return path
    case 'name': {
      const trimmed = path.endsWith('/') ? path.slice(0, -1) : path
      return trimmed.slice(trimmed.lastIndexOf('/') + 1)
    }
  }
}
