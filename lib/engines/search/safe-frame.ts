const videoId = /^[\w-]{6,20}$/

/**
 * The player of a video, of the two services that may be embedded, in their form that sets no cookies.
 * @param frame the player that a backend named, if any
 * @param url the page of the video
 */
export function safeFrame(frame: string | undefined, url: string): string | undefined {
  return toPlayer(frame) ?? toPlayer(url)
}

function toPlayer(address: string | undefined): string | undefined {
  const url =
    address === undefined ? null : URL.parse(address.startsWith('//') ? `https:${address}` : address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const host = url.hostname.replace(/^(www|m)\./, '')
  const [first = '', second = ''] = url.pathname.slice(1).split('/')
  switch (host) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return youtube(first === 'watch' ? url.searchParams.get('v') : first === 'embed' ? second : null)
    case 'youtu.be':
      return youtube(first)
    case 'player.vimeo.com':
      return first === 'video' ? vimeo(second) : undefined
    case 'vimeo.com':
      return vimeo(first)
    default:
      return undefined
  }
}

function youtube(id: string | null): string | undefined {
  return id !== null && videoId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined
}

function vimeo(id: string): string | undefined {
  return /^\d{4,12}$/.test(id) ? `https://player.vimeo.com/video/${id}` : undefined
}
