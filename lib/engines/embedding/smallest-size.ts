/**
 * The smallest size that holds `wanted` dimensions, of a model that offers only a few: what is too much is cut
 * afterwards, which is what a shorter vector of these models is. The largest where none is large enough.
 */
export function smallestSize(sizes: readonly number[], wanted: number): number | undefined {
  return sizes.find(size => size >= wanted) ?? sizes.at(-1)
}
