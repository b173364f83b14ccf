import type { AddressGuard } from './address-guard.ts'
import { AddressRefusal } from './address-refusal.ts'
import { readAddress } from './address-range.ts'

const charsMax = 2048
const defaultPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|localdomain|onion)$/

export interface UrlRules {
  readonly guard: AddressGuard
  /** Origins of this server: fetching them would be a loop. */
  readonly ownOrigins?: readonly string[]
}

/**
 * Parses an untrusted URL. Only the WHATWG parser is used, so that no second parser can interpret the text
 * differently; a relative redirect is resolved against `base`.
 * @throws AddressRefusal with the reason, for the log
 */
export function readPublicUrl(text: string, rules: UrlRules, base?: URL): URL {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (text.length > charsMax || /[\s\u0000-\u001f\u007f]/.test(text)) throw new AddressRefusal('malformed')
  const url = URL.parse(text, base?.href)
  if (url === null) throw new AddressRefusal('invalid URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressRefusal(`scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw new AddressRefusal('credentials in the URL')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')

  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (rules.ownOrigins?.includes(url.origin) === true) throw new AddressRefusal('own origin')
  if (rules.guard.lists(host, port)) return url
  if (!defaultPorts.has(port)) throw new AddressRefusal(`port ${port}`)
  if (readAddress(host) !== null) {
    const reason = rules.guard.refusal(host, host, port)
    if (reason !== null) throw new AddressRefusal(reason)
    return url
  }
  if (!host.includes('.') || privateNames.test(host)) throw new AddressRefusal(`name ${host}`)
  return url
}
