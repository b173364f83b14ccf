const path = '/v1/thumbnails/'

/**
 * The URL of an image if our API proxies it: no other image is loaded.
 * @param origin of the page
 */
export function ownPicture(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  return url !== null && url.origin === origin && url.pathname.startsWith(path) ? url.href : null
}
