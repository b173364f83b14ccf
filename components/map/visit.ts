/** Opens a page of the site in a new tab, without referrer or opener. */
export function visit(url: string | undefined): void {
  if (url !== undefined) window.open(url, '_blank', 'noopener,noreferrer')
}
