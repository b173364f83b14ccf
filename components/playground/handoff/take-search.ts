/** Removes a parameter from the URL: it is a one-time instruction that a reload must not repeat. */
export function takeSearch(name: string): void {
  const url = new URL(location.href)
  url.searchParams.delete(name)
  history.replaceState(null, '', url)
}
