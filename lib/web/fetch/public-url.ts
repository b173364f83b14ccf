import type { AddressGuard } from './address-guard.ts'
import { AddressRefusal } from './address-refusal.ts'
import { readAddress } from './address-range.ts'

const charsMax = 2048
const defaultPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])
const portList = new Intl.ListFormat('en', { type: 'disjunction' }).format([...defaultPorts].map(String))
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|localdomain|onion)$/

export interface UrlRules {
  readonly guard: AddressGuard
  /** Origins of this server: fetching them would be a loop. */
  readonly ownOrigins?: readonly string[]
}

/**
 * Parses an untrusted URL. Only the WHATWG parser is used, so that no second parser can interpret the text
 * differently; a relative redirect is resolved against `base`.
 * @throws AddressRefusal with the reason, for the log, and the rule that a URL without `base` breaks
 */
export function readPublicUrl(text: string, rules: UrlRules, base?: URL): URL {
  // The target of a redirect is not the caller's text.
  const refuse = (reason: string, rule: string) =>
    new AddressRefusal(reason, base === undefined ? rule : null)
  if (text.length > charsMax) throw refuse('malformed', `It has more than ${charsMax} characters.`)
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\s\u0000-\u001f\u007f]/.test(text))
    throw refuse('malformed', 'It contains spaces or control characters.')
  const url = URL.parse(text, base?.href)
  if (url === null) throw refuse('invalid URL', 'It is not a valid URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`scheme ${url.protocol}`, 'Only http and https are supported.')
  if (url.username !== '' || url.password !== '')
    throw refuse('credentials in the URL', 'Remove the user name and password.')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')

  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (rules.ownOrigins?.includes(url.origin) === true) throw refuse('own origin', 'It leads to this server.')
  if (rules.guard.lists(host, port)) return url
  if (!defaultPorts.has(port)) throw refuse(`port ${port}`, `Use port ${portList}.`)
  if (readAddress(host) !== null) {
    const reason = rules.guard.refusal(host, host, port)
    if (reason !== null) throw new AddressRefusal(reason)
    return url
  }
  if (!host.includes('.') || privateNames.test(host)) throw new AddressRefusal(`name ${host}`)
  return url
}
