import { getDomain } from 'tldts'
import { toHostIdentity } from './identity.ts'

/** Decides which URLs belong to the site. */
export interface Site {
  contains(url: URL): boolean
  /** Subdomain labels, if the site includes them; `www` does not count. */
  subdomain(url: URL): string
}

const suffixRules = { allowPrivateDomains: true }

/**
 * The site of a URL: its host (with or without `www`) and port, or with `includeSubdomains` all hosts of its
 * registrable domain at that port. Public suffixes include private ones, so that two customers of a hosting
 * provider are two sites; an IP address or a name without a registrable domain is its own site.
 */
export function createSite(base: URL, includeSubdomains: boolean): Site {
  const host = toHostIdentity(base)
  const domain = includeSubdomains ? getDomain(base.hostname, suffixRules) : null
  const known = new Map<string, boolean>()
  return {
    contains(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
      const kept = known.get(url.host)
      if (kept !== undefined) return kept
      const inside =
        toHostIdentity(url) === host ||
        (domain !== null && url.port === base.port && getDomain(url.hostname, suffixRules) === domain)
      // A page can link to any number of hosts.
      if (known.size < 10_000) known.set(url.host, inside)
      return inside
    },
    subdomain(url) {
      if (domain === null || url.hostname.length <= domain.length) return ''
      const labels = url.hostname.slice(0, -domain.length - 1)
      return labels === 'www' ? '' : labels
    },
  }
}
