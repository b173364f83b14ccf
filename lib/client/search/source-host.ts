/** The host of an address without `www.`; empty where it is none. */
export function sourceHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '')
}

/** The letter that stands for a source in place of a picture from its site. */
export function sourceLetter(url: string, title: string): string {
  const [first = '?'] = sourceHost(url) || title.trim()
  return first.toUpperCase()
}
