/** The host of a URL without `www.`; empty when invalid. */
export function sourceHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '')
}

/** The letter that represents a source instead of an icon from its site. */
export function sourceLetter(url: string, title: string): string {
  const host = sourceHost(url)
  // A digit of the URL would look like the source number.
  const name = /^[\d[]/.test(host) ? title : host || title
  return (/\p{L}/u.exec(name)?.[0] ?? '?').toUpperCase()
}
