import { type PathPattern, readPathPattern } from './path-pattern.ts'

/** One line that allows or disallows. */
export interface RobotsRule {
  readonly allow: boolean
  /** Of its pattern: the longest that matches wins. */
  readonly chars: number
  readonly matches: PathPattern
}

/** What a robots file says to one reader. */
export interface RobotsFile {
  readonly rules: readonly RobotsRule[]
  readonly delaySeconds: number
  /** As they stand there. */
  readonly sitemaps: readonly string[]
}

interface Group {
  readonly rules: RobotsRule[]
  delaySeconds: number
}

/**
 * Reads what a file says to `reader`, else to all; groups of the same name are one. Work and memory grow with the file
 * alone, however many names and rules it holds.
 * @param reader in lower case
 */
export function readRobotsFile(text: string, reader: string): RobotsFile {
  const groups = new Map<string, Group>()
  const sitemaps: string[] = []
  let meant = new Set<string>()
  let naming = false
  for (const { field, value } of readLines(text)) {
    if (field === 'user-agent') {
      if (!naming) meant = new Set()
      const name = nameOf(value)
      if (name === reader || name === '*') meant.add(name)
    }
    naming = field === 'user-agent'
    if (field === 'sitemap' && value !== '') sitemaps.push(value)
    if (field === 'crawl-delay' && !Number.isNaN(Number(value))) {
      for (const name of meant) groupOf(groups, name).delaySeconds = Number(value)
    }
    if ((field !== 'allow' && field !== 'disallow') || meant.size === 0) continue
    const pattern = toWritten(value)
    const rule = { allow: field === 'allow', chars: pattern.length, matches: readPathPattern(pattern) }
    for (const name of meant) {
      const { rules } = groupOf(groups, name)
      // An empty one says nothing, but that there is a group.
      if (value !== '') rules.push(rule)
    }
  }
  const { rules, delaySeconds } = groups.get(reader) ?? groups.get('*') ?? { rules: [], delaySeconds: 0 }
  return { rules, delaySeconds, sitemaps }
}

function* readLines(text: string): Generator<{ field: string; value: string }> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const said = line.split('#', 1)[0] ?? ''
    const colon = said.indexOf(':')
    if (colon === -1) continue
    yield { field: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() }
  }
}

function nameOf(value: string): string {
  return (value.toLowerCase().split('/', 1)[0] ?? '').trim()
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  const group = groups.get(name) ?? { rules: [], delaySeconds: 0 }
  groups.set(name, group)
  return group
}

/** As addresses are written: other letters in percent signs, and those in capitals. */
function toWritten(pattern: string): string {
  return upperPercents(encodeURI(pattern.toWellFormed()).replaceAll('%25', '%'))
}

export function upperPercents(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase())
}
