import type { ParcelItem, ParcelLeftOver } from './parcel.ts'

/**
 * What of a parcel is worth taking, in order.
 * @param keyOf what makes two items the same; an empty key makes an item empty
 */
export function chooseItems(
  items: readonly ParcelItem[],
  { itemsMax, keyOf }: { itemsMax: number; keyOf: (item: ParcelItem) => string },
): { readonly taken: readonly ParcelItem[]; readonly leftOver: readonly ParcelLeftOver[] } {
  const filled = items.filter(item => keyOf(item).trim() !== '')
  const seen = new Set<string>()
  const distinct = filled.filter(item => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
  const taken = distinct.slice(0, itemsMax)
  const leftOver: readonly ParcelLeftOver[] = [
    { reason: 'empty', count: items.length - filled.length },
    { reason: 'duplicate', count: filled.length - distinct.length },
    { reason: 'limit', count: distinct.length - taken.length },
  ]
  return { taken, leftOver: leftOver.filter(({ count }) => count > 0) }
}
