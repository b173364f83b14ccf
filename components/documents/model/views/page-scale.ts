// Browsers cannot draw on a canvas of more than about ten thousand pixels a side, and a page may be a strip.
const heightPixelsMax = 8192

/** Pixels per point of the page, for the given width or the maximum height. */
export function pageScale(
  { width, height }: { readonly width: number; readonly height: number },
  widthPixels: number,
): number {
  return Math.min(widthPixels / width, heightPixelsMax / height)
}
