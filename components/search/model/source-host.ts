/** The host of an address without `www.`; empty where it is none. */
export function sourceHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '')
}

/** The letter that stands for a source in place of a picture from its site. */
export function sourceLetter(url: string, title: string): string {
  const host = sourceHost(url)
  // The digit of an address would look like the number of the source.
  const name = /^[\d[]/.test(host) ? title : host || title
  return (/\p{L}/u.exec(name)?.[0] ?? '?').toUpperCase()
}
