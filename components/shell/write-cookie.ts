/** Cookies that the server reads to restore the layout on the first render. */
type CookieName =
  | 'sextant_theme'
  | 'sextant_density'
  | 'sextant_sidebar'
  | 'sextant_inspector'
  | 'sextant_single_keys'
  | 'sextant_parameters'
  | 'sextant_start'

const yearSeconds = 31_536_000

export function writeCookie(name: CookieName, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`
}
