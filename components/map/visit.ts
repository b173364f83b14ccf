/** Opens a page of the site itself, in a tab that learns nothing of this one. */
export function visit(url: string | undefined): void {
  if (url !== undefined) window.open(url, '_blank', 'noopener,noreferrer')
}
