/** `about 40 s left`, `about 3 min left`; null when unknown. */
export function formatRemaining(ms: number | null): string | null {
  if (ms === null) return null
  const seconds = Math.ceil(ms / 1000)
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`
}
