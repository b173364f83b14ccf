/** Replaces what differs from run to run, so that two records of the same behavior are the same bytes. */
export type Mask = (text: string) => string

// Times further from now were set by the call itself.
const nearMs = 40 * 86_400_000

/** @param known texts of this run (URLs, tokens, folders), each with its placeholder */
export function createMask(known: () => readonly (readonly [text: string, name: string])[] = () => []): Mask {
  return text => {
    const named = known().reduce((current, [found, name]) => current.replaceAll(found, name), text)
    return patterns.reduce((current, mask) => mask(current), named)
  }
}

const patterns: readonly Mask[] = [
  text => text.replace(/(\/v1\/thumbnails\/)[\w-]{40,}/g, '$1<sealed>'),
  text => text.replace(/("next_cursor":")[\w-]+/g, '$1<cursor>'),
  text => text.replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'),
  // `req_…`, `chatcmpl-…`: a prefix and random digits.
  text => text.replace(/\b([a-z][a-z_]{1,15}[_-])(?=[A-Za-z]*\d|[a-z]*[A-Z])[0-9A-Za-z]{20,64}\b/g, '$1<id>'),
  text => text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?/g, near('<time>', Date.parse)),
  text =>
    text.replace(/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, near('<date>', Date.parse)),
  text => text.replace(/\b\d{13}\b/g, near('<ms>', Number)),
  text =>
    text.replace(
      /\b\d{10}\b/g,
      near('<s>', digits => Number(digits) * 1000),
    ),
  text => text.replace(/\b\d{4}-\d\d-\d\d\b/g, near('<day>', Date.parse)),
  text => text.replace(/\bsxt_\w{4}(…\w{4})?(?!\w)/g, 'sxt_<key>'),
  text => text.replace(/("last4":")\w{4}"/g, '$1<key>"'),
  text => text.replace(/127\.0\.0\.1:\d{4,5}\b/g, '127.0.0.1:<port>'),
  text => text.replace(/("(?:\w*_)?(?:\w+Ms|ms|elapsed)\\?":\s*)\d+(\.\d+)?/g, '$1<n>'),
  text => text.replace(/\bdur=\d+(\.\d+)?/g, 'dur=<n>'),
  text => text.replace(/(sextant-overhead-ms: )\d+(\.\d+)?/g, '$1<n>'),
  text => text.replace(/(Try again in |Retry in )\d+ s/g, '$1<n> s'),
]

/** Only times of this run are masked; fixture times are part of the behavior. */
function near(name: string, toMs: (text: string) => number): (text: string) => string {
  return text => (Math.abs(toMs(text) - Date.now()) < nearMs ? name : text)
}
