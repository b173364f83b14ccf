/** `0.912`, `3.41` for unbounded scores; `< 0.001` instead of a misleading 0; a dash without a score. */
export function formatScore(score: number | null | undefined, scoreMax = 1): string {
  if (score === null || score === undefined) return '–'
  const digits = scoreMax > 1 ? 2 : 3
  const least = 10 ** -digits
  if (score > 0 && score < least / 2) return `< ${least.toFixed(digits)}`
  return score.toFixed(digits)
}
