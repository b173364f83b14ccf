const ignoredParameter = /^(?:utm_[^=]*|gclid|fbclid|msclkid|mc_cid|mc_eid|phpsessid|jsessionid|sid)(?:=|$)/i
const sessionInPath = /;jsessionid=[^/?;]*/gi
const escapes = /%[0-9a-f]{2}/gi
const unreserved = /^[A-Za-z0-9\-._~]$/

/**
 * A normalized key of a page: ignores scheme, `www.`, default port, trailing slash, fragment, query order,
 * tracking and session ids and the spelling of percent-encoding.
 * @param url parsed by the WHATWG parser, which has normalized case, punycode and dot segments
 * @returns equal text for equal pages; not a URL
 */
export function toIdentity(url: URL): string {
  return `${toDocumentIdentity(url)}${toRoute(url)}`
}

/** The same without the route, which never reaches the server. */
export function toDocumentIdentity(url: URL): string {
  return `${toHostIdentity(url)}${toPathIdentity(url.pathname)}${toQueryIdentity(url.search)}`
}

/** Host and port without `www.` and default port. */
export function toHostIdentity(url: URL): string {
  const { host } = url
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host
}

/** The fragment of hash routes (`#/…`, `#!/…`), otherwise empty. */
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
