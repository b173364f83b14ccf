const ignoredParameter = /^(?:utm_[^=]*|gclid|fbclid|msclkid|mc_cid|mc_eid|phpsessid|jsessionid|sid)(?:=|$)/i
const sessionInPath = /;jsessionid=[^/?;]*/gi
const escapes = /%[0-9a-f]{2}/gi
const unreserved = /^[A-Za-z0-9\-._~]$/

/**
 * What two spellings of one page have in common: scheme, `www.`, default port, trailing slash, fragment, the order of
 * the query, tracking and visitor ids and the spelling of percent-encoding make no difference.
 * @param url as the WHATWG parser reads it, which has settled case, punycode and dot segments
 * @returns text that is equal for equal pages, and no address
 */
export function toIdentity(url: URL): string {
  return `${toHostIdentity(url)}${toPathIdentity(url.pathname)}${toQueryIdentity(url.search)}${toRoute(url)}`
}

/** Host and port without `www.`; a default port is not part of it. */
export function toHostIdentity(url: URL): string {
  const { host } = url
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host
}

/** The fragment of addresses whose pages live in it (`#/…`, `#!/…`), otherwise nothing. */
export function toRoute({ hash }: URL): string {
  return hash.startsWith('#/') || hash.startsWith('#!/') ? hash : ''
}

function toPathIdentity(pathname: string): string {
  const path = toPlainEscapes(pathname.includes(';') ? pathname.replace(sessionInPath, '') : pathname)
  return path.endsWith('/') ? path.slice(0, -1) : path
}

function toQueryIdentity(search: string): string {
  if (search.length < 2) return ''
  const parameters = search
    .slice(1)
    .split('&')
    .filter(parameter => parameter !== '' && !ignoredParameter.test(parameter))
  if (parameters.length === 0) return ''
  return `?${parameters.map(toPlainEscapes).toSorted().join('&')}`
}

function toPlainEscapes(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(escapes, escape => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return unreserved.test(character) ? character : escape.toUpperCase()
  })
}
