import type { UsableVectors } from '#lib/client/embeddings/analysis/usable-vectors.ts'

/** Groups of two or more rows with the same vector, bit for bit, in the order of their first row. */
export function findEqualVectors({ raw, rows }: UsableVectors): number[][] {
  const bits = new Uint32Array(raw.values.buffer, raw.values.byteOffset, raw.values.length)
  const isEqual = (one: number, other: number) => {
    for (let at = 0; at < raw.dimensions; at += 1) {
      if (bits[one * raw.dimensions + at] !== bits[other * raw.dimensions + at]) return false
    }
    return true
  }
  // By hash first; rows of one hash are compared with the first of each group, as hashes may collide.
  const byHash = new Map<number, number[][]>()
  for (let position = 0; position < raw.count; position += 1) {
    const hash = hashOf(bits, position * raw.dimensions, raw.dimensions)
    const groups = byHash.get(hash) ?? []
    const group = groups.find(([first]) => first !== undefined && isEqual(first, position))
    if (group) group.push(position)
    else groups.push([position])
    byHash.set(hash, groups)
  }
  return [...byHash.values()]
    .flat()
    .filter(group => group.length > 1)
    .map(group => group.map(position => rows[position] ?? 0))
}

/** FNV-1a over 32-bit words. */
function hashOf(bits: Uint32Array, start: number, length: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < start + length; at += 1) hash = Math.imul(hash ^ (bits[at] ?? 0), 0x01000193)
  return hash
}
