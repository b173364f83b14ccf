const refresh = /^\s*\d*(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is

/** The address in the content of `<meta http-equiv="refresh">`; null when it only reloads. */
export function readMetaRefresh(content: string): string | null {
  const match = refresh.exec(content.slice(0, 4096))
  const target = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return target === '' ? null : target
}
