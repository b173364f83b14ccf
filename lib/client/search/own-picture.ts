/**
 * The address of a picture if it is one of ours: nothing is loaded from elsewhere.
 * @param origin of the page
 */
export function ownPicture(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  return url !== null && url.origin === origin && address !== '' ? url.href : null
}
