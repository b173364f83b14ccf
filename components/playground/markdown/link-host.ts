/** The host of a URL in a model's text; null when a page may not open it. */
export function readLinkHost(address: string): string | null {
  // Relative URLs would lead into the console itself, where a model's link must not lead.
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'mailto:' ? url.pathname : url.host
}
