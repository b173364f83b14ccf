import { readText } from '#lib/web/extract/read-text.ts'
import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { ApiError } from '#lib/errors.ts'

const charsMax = 500 * 1024
const bytesMax = 10 * 1024 * 1024

/** Whether a host could be asked at all, and what it allows. */
export type FetchedRobots =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  /** There was no answer; nothing may be fetched. */
  | { readonly kind: 'away'; readonly rules: RobotsRules; readonly error: ApiError }

/**
 * Asks a host for its robots file, of which the first 500 KiB count: 4xx allows everything, 5xx and silence nothing.
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
    if (error instanceof ApiError) return { kind: 'away', rules: allowNothing, error }
    throw error
  }
}

/** The name under which a robots file may speak to this product. */
const robotsToken = 'sextant'
const gapMsMax = 10_000

/** What the robots file of one host says. */
interface RobotsRules {
  /** Whether this address of the host may be fetched; listing is another matter. */
  allows(url: string): boolean
  /** Least milliseconds between two requests; at most 10,000, whatever the file asks. */
  readonly gapMs: number
  /** As they stand in the file, resolved against its address. */
  readonly sitemaps: readonly string[]
}

const allowAll: RobotsRules = { allows: () => true, gapMs: 0, sitemaps: [] }
/** For a host whose robots file cannot be had for now. */
const allowNothing: RobotsRules = { allows: () => false, gapMs: 0, sitemaps: [] }

/** @param url where the file was asked for: its rules count for that origin, wherever a redirect led */
export function readRobotsRules(url: string, text: string): RobotsRules {
  const { rules, delaySeconds, sitemaps } = readRobotsFile(text, robotsToken)
  return {
    allows: address => isAllowed(address, rules),
    gapMs: Math.min(gapMsMax, Math.max(0, delaySeconds * 1000)),
    sitemaps: [...new Set(sitemaps)].flatMap(address => URL.parse(address, url)?.href ?? []),
  }
}

// Of equally long rules the one that allows wins.
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

/** One line that allows or disallows. */
interface RobotsRule {
  readonly allow: boolean
  /** Of its pattern: the longest that matches wins. */
  readonly chars: number
  readonly matches: PathPattern
}

/** What a robots file says to one reader. */
interface RobotsFile {
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

function upperPercents(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase())
}

/** Tells whether a path, its query included, begins as a pattern says. */
type PathPattern = (path: string) => boolean

/**
 * Reads a pattern of a robots file: `*` stands for anything, `$` at the end for the end. Each piece between stars is
 * looked for once, at its first place: a later one could only leave less for those behind it.
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
