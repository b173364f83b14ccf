import 'server-only'

/** Redirect target after signing in: always a path of this console. */
export function toNextPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(given)) return '/'
  // The URL as a browser resolves it must still be on this console.
  const url = new URL(given, 'http://here.invalid')
  return url.origin === 'http://here.invalid' ? given : '/'
}
