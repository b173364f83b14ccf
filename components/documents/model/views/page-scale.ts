// Browsers draw nothing on a canvas of more than some ten thousand pixels a side, and a page may be a strip.
const heightPixelsMax = 8192

/** How many pixels a point of the page gets, so that it becomes as wide as given, or as high as can be drawn. */
export function pageScale(
  { width, height }: { readonly width: number; readonly height: number },
  widthPixels: number,
): number {
  return Math.min(widthPixels / width, heightPixelsMax / height)
}
