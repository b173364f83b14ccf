import { readText } from '#lib/web/extract/read-text.ts'
import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { ApiError } from '#lib/errors.ts'

const charsMax = 500 * 1024
const bytesMax = 10 * 1024 * 1024

/** Whether a host responded, and its rules. */
export type FetchedRobots =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  /** No response; nothing may be fetched. */
  | { readonly kind: 'unavailable'; readonly rules: RobotsRules; readonly error: ApiError }

/**
 * Fetches the robots.txt of a host, at most 500 KiB: 4xx allows everything, 5xx and no response nothing.
 * @throws ApiError `client_closed`
 */
export async function fetchRobots(
  origin: string,
  fetch: PoliteFetch,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<FetchedRobots> {
  const url = `${origin}/robots.txt`
  try {
    const response = await fetch(url, { ...options, bytesMax, headers: { accept: 'text/plain, */*;q=0.1' } })
    if (response.status < 200 || response.status >= 300) {
      response.abort()
      return { kind: 'rules', rules: response.status >= 500 ? allowNothing : allowAll }
    }
    let text = ''
    for await (const piece of readText(response)) {
      text += piece
      if (text.length >= charsMax) break
    }
    return { kind: 'rules', rules: readRobotsRules(url, text.slice(0, charsMax)) }
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof ApiError) return { kind: 'unavailable', rules: allowNothing, error }
    throw error
  }
}

/** Crawler name in robots.txt. */
const robotsToken = 'sextant'
const gapMsMax = 10_000

/** The robots.txt rules of one host. */
interface RobotsRules {
  /** Whether this URL may be fetched; listing it is always allowed. */
  allows(url: string): boolean
  /** Minimum milliseconds between two requests; at most 10,000, whatever the file says. */
  readonly gapMs: number
  /** As in the file, resolved against its URL. */
  readonly sitemaps: readonly string[]
}

const allowAll: RobotsRules = { allows: () => true, gapMs: 0, sitemaps: [] }
/** For a host whose robots.txt is temporarily unavailable. */
const allowNothing: RobotsRules = { allows: () => false, gapMs: 0, sitemaps: [] }

/** @param url URL of the file: its rules apply to that origin, whatever the redirects */
export function readRobotsRules(url: string, text: string): RobotsRules {
  const { rules, delaySeconds, sitemaps } = readRobotsFile(text, robotsToken)
  return {
    allows: address => isAllowed(address, rules),
    gapMs: Math.min(gapMsMax, Math.max(0, delaySeconds * 1000)),
    sitemaps: [...new Set(sitemaps)].flatMap(address => URL.parse(address, url)?.href ?? []),
  }
}

// Of equally long rules, allow wins.
function isAllowed(address: string, rules: readonly RobotsRule[]): boolean {
  const url = URL.parse(address)
  if (url === null) return true
  const path = upperPercents(url.pathname + url.search)
  let allowed = { allow: true, chars: 0 }
  for (const rule of rules) {
    if (rule.chars < allowed.chars || (rule.chars === allowed.chars && !rule.allow)) continue
    if (rule.matches(path)) allowed = rule
  }
  return allowed.allow
}

/** One allow or disallow line. */
interface RobotsRule {
  readonly allow: boolean
  /** Length of its pattern: the longest match wins. */
  readonly chars: number
  readonly matches: PathPattern
}

/** The rules for one crawler. */
interface RobotsFile {
  readonly rules: readonly RobotsRule[]
  readonly delaySeconds: number
  /** As in the file. */
  readonly sitemaps: readonly string[]
}

interface Group {
  readonly rules: RobotsRule[]
  delaySeconds: number
}

/**
 * Parses the rules for `reader`, else the general ones; groups with the same name are merged. Time and memory are
 * linear in the file size, however many names and rules it has.
 * @param reader in lower case
 */
function readRobotsFile(text: string, reader: string): RobotsFile {
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
      // An empty one only declares the group.
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

/** Normalized like URLs: other letters percent-encoded, in upper case. */
function toWritten(pattern: string): string {
  return upperPercents(encodeURI(pattern.toWellFormed()).replaceAll('%25', '%'))
}

function upperPercents(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase())
}

/** Whether a path with its query matches a pattern from the start. */
type PathPattern = (path: string) => boolean

/**
 * Compiles a robots.txt pattern: `*` matches anything, a final `$` the end. Each piece between stars is matched
 * at its first position: a later one could only leave less for the following pieces.
 */
function readPathPattern(pattern: string): PathPattern {
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
