const hosts: ReadonlySet<string> = new Set(['www.youtube-nocookie.com', 'player.vimeo.com'])

/** The player URL of a video, if the page may frame it. */
export function playerAddress(frame: string): string | null {
  const url = URL.parse(frame)
  return url !== null && url.protocol === 'https:' && hosts.has(url.host) ? url.href : null
}
