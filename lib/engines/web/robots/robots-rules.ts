import { readRobotsFile, type RobotsRule, upperPercents } from './robots-file.ts'

/** The name under which a robots file may speak to this product. */
const robotsToken = 'sextant'
const gapMsMax = 10_000

/** What the robots file of one host says. */
export interface RobotsRules {
  /** Whether this address of the host may be fetched; listing is another matter. */
  allows(url: string): boolean
  /** Least milliseconds between two requests; at most 10,000, whatever the file asks. */
  readonly gapMs: number
  /** As they stand in the file, resolved against its address. */
  readonly sitemaps: readonly string[]
}

export const allowAll: RobotsRules = { allows: () => true, gapMs: 0, sitemaps: [] }
/** For a host whose robots file cannot be had for now. */
export const allowNothing: RobotsRules = { allows: () => false, gapMs: 0, sitemaps: [] }

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
