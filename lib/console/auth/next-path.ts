import 'server-only'

/** Where to go after signing in: a path of this console, whatever the address said. */
export function toNextPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(given)) return '/'
  // What a browser would make of it must still be here.
  const url = new URL(given, 'http://here.invalid')
  return url.origin === 'http://here.invalid' ? given : '/'
}
