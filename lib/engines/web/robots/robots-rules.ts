import robotsParser from 'robots-parser'

/** The name under which a robots file may speak to this product. */
const robotsToken = 'Sextant'
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
  const robots = robotsParser(url, text)
  const delaySeconds = robots.getCrawlDelay(robotsToken) ?? 0
  return {
    allows: address => robots.isAllowed(toSameOrigin(address, url), robotsToken) ?? true,
    gapMs: Math.min(gapMsMax, Math.max(0, delaySeconds * 1000)),
    sitemaps: [...new Set(robots.getSitemaps())].flatMap(address => URL.parse(address, url)?.href ?? []),
  }
}

// The parser gives no answer about another scheme, but the rules were asked for by host.
function toSameOrigin(address: string, robotsUrl: string): string {
  const url = URL.parse(address)
  return url === null ? address : new URL(url.pathname + url.search, robotsUrl).href
}
