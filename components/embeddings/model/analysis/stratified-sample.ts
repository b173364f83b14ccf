import { seededRandom } from './seeded-random.ts'

/** Sample size, total, and the seed that reproduces the sample. */
export interface StratifiedSample {
  readonly size: number
  readonly of: number
  readonly seed: number
}

/**
 * A stratified sample of `size` positions: each group gets its share, at least one if possible; random within
 * a group, deterministic by seed.
 * @param groups group of each position; null is a group too
 * @returns positions in ascending order; all of them when there are not more
 */
export function takeStratifiedSample(
  groups: readonly (string | null)[],
  size: number,
  seed: number,
): Int32Array {
  if (groups.length <= size) return Int32Array.from(groups, (_, position) => position)
  const members = new Map<string | null, number[]>()
  groups.forEach((group, position) => {
    const list = members.get(group)
    if (list) list.push(position)
    else members.set(group, [position])
  })

  const random = seededRandom(seed)
  // Groups too numerous to be represented, such as ids or dates, are ignored.
  if (members.size > size) return takeByChance([...groups.keys()], size, random)
  const lists = [...members.values()].toSorted((one, other) => other.length - one.length)
  const quotas = balance(
    lists.map(({ length }) => length),
    size,
  )
  return Int32Array.from(
    lists.flatMap((list, index) => [...takeByChance(list, quotas[index] ?? 0, random)]),
  ).sort()
}

/**
 * Allocation by largest remainder; one for each group first, while available. `sizes` in descending order.
 */
function balance(sizes: readonly number[], slots: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const exact = sizes.map(size => (size * slots) / total)
  const quotas = exact.map(share => Math.max(1, Math.floor(share)))
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % 1 }))
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
  let left = slots - quotas.reduce((sum, quota) => sum + quota, 0)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    if ((quotas[index] ?? 0) >= (sizes[index] ?? 0)) continue
    quotas[index] = (quotas[index] ?? 0) + 1
    left -= 1
  }
  // Items allocated to the smallest groups are taken from the largest.
  for (; left < 0; left += 1) {
    const largest = quotas.indexOf(Math.max(...quotas))
    quotas[largest] = (quotas[largest] ?? 0) - 1
  }
  return quotas
}

/** The first `count` of a shuffle, in ascending order. */
function takeByChance(list: readonly number[], count: number, random: () => number): Int32Array {
  const shuffled = list.slice()
  for (let at = 0; at < count; at += 1) {
    const other = at + Math.floor(random() * (shuffled.length - at))
    const kept = shuffled[at] ?? 0
    shuffled[at] = shuffled[other] ?? 0
    shuffled[other] = kept
  }
  return Int32Array.from(shuffled.slice(0, count)).sort()
}
