const path = '/v1/thumbnails/'

/**
 * The address of a picture if it is one that our API sealed: nothing else is loaded.
 * @param origin of the page
 */
export function ownPicture(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  return url !== null && url.origin === origin && url.pathname.startsWith(path) ? url.href : null
}
