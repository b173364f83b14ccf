import { seededRandom } from '#components/embeddings/model/analysis/seeded-random.ts'

/** How many of how many were taken, and the seed that takes the same ones again. */
export interface FairSample {
  readonly size: number
  readonly of: number
  readonly seed: number
}

/**
 * Takes `size` positions so that each group has its share, at least one where there is room; by chance within a
 * group, the same for the same seed.
 * @param groups group of each position; null is a group too
 * @returns positions in ascending order; all of them when there are not more
 */
export function takeFairSample(groups: readonly (string | null)[], size: number, seed: number): Int32Array {
  if (groups.length <= size) return Int32Array.from(groups, (_, position) => position)
  const members = new Map<string | null, number[]>()
  groups.forEach((group, position) => {
    const list = members.get(group)
    if (list) list.push(position)
    else members.set(group, [position])
  })

  const random = seededRandom(seed)
  // Groups that cannot all be there, as ids or dates would be, are none.
  if (members.size > size) return takeByChance([...groups.keys()], size, random)
  const lists = [...members.values()].toSorted((one, other) => other.length - one.length)
  const quotas = shareOut(
    lists.map(({ length }) => length),
    size,
  )
  return Int32Array.from(
    lists.flatMap((list, index) => [...takeByChance(list, quotas[index] ?? 0, random)]),
  ).sort()
}

/** Seats by largest remainder; one for everybody first, while there are seats. `sizes` from large to small. */
function shareOut(sizes: readonly number[], seats: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const exact = sizes.map(size => (size * seats) / total)
  const quotas = exact.map(share => Math.max(1, Math.floor(share)))
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % 1 }))
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
  let left = seats - quotas.reduce((sum, quota) => sum + quota, 0)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    if ((quotas[index] ?? 0) >= (sizes[index] ?? 0)) continue
    quotas[index] = (quotas[index] ?? 0) + 1
    left -= 1
  }
  // The seats that were given to the smallest groups come from the largest.
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
