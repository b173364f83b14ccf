/** The host that an address in a model's text leads to; null when a page may not open it. */
export function readLinkHost(address: string): string | null {
  // Relative addresses would lead into the console itself: a model has no business there.
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'mailto:' ? url.pathname : url.host
}
