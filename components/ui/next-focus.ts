const pageRows = 12

/** The index that a key moves to in a list; null for other keys. */
export function nextFocus(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  if (next === undefined || count === 0) return null
  return Math.min(Math.max(next, 0), count - 1)
}
