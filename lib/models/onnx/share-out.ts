// Starting a graph costs about as much as this many tokens.
const startTokens = 20

/**
 * Shares texts out so that all threads end at about the same time: the longest first, each to the one with least.
 * @param lengths tokens of each text
 * @returns for each thread the positions of its texts
 */
export function shareOut(lengths: readonly number[], threads: number): number[][] {
  const shares = Array.from({ length: threads }, () => ({ tokens: 0, positions: [] as number[] }))
  const longestFirst = [...lengths.entries()].toSorted(([, a], [, b]) => b - a)
  for (const [position, length] of longestFirst) {
    const least = shares.reduce((best, share) => (share.tokens < best.tokens ? share : best))
    least.tokens += length + startTokens
    least.positions.push(position)
  }
  return shares.map(share => share.positions)
}
