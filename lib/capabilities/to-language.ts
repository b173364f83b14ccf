/** ISO 639 in two letters where there are two, of the first of several joined by `+`; null for none that exists. */
export function toLanguage(given: string | null): string | null {
  const first = given?.split('+')[0]?.replace(/_.*$/, '') ?? ''
  try {
    return first === '' ? null : new Intl.Locale(first).language
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
