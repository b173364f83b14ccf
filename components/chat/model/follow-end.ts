/** Where a scrolled area is, in pixels. */
export interface ScrollPlace {
  readonly top: number
  /** Below the visible part. */
  readonly rest: number
}

// A pixel or two of rounding must not count as scrolling up.
const slackPx = 24

/**
 * Whether an area follows its end after a scroll event. Its content may have grown since it was scrolled to the end, so
 * only an upward move stops it.
 * @param before whether it followed, and its top at the previous event
 */
export function followsEnd(
  before: { readonly follows: boolean; readonly top: number },
  { top, rest }: ScrollPlace,
): boolean {
  if (rest < slackPx) return true
  return top < before.top ? false : before.follows
}
