/** Takes a parameter out of the address: it was an order, and a reload must not give it again. */
export function takeSearch(name: string): void {
  const url = new URL(location.href)
  url.searchParams.delete(name)
  history.replaceState(null, '', url)
}
