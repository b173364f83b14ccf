export interface StopFilter {
  /** Text that is certainly before any stop string; `stopped` ends the answer. */
  push(text: string): { readonly text: string; readonly stopped: boolean }
  /** What was held back, once no more comes. */
  flush(): string
}

/** Cuts a text that arrives in pieces before the first stop string, and never lets the beginning of one out. */
export function createStopFilter(stops: readonly string[]): StopFilter {
  const wanted = stops.filter(stop => stop !== '')
  let held = ''
  return {
    push(text) {
      held += text
      const ends = wanted.map(stop => held.indexOf(stop)).filter(index => index >= 0)
      if (ends.length > 0) {
        const before = held.slice(0, Math.min(...ends))
        held = ''
        return { text: before, stopped: true }
      }
      const keep = Math.max(0, ...wanted.map(stop => overlap(held, stop)))
      const out = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return { text: out, stopped: false }
    },
    flush() {
      const rest = held
      held = ''
      return rest
    },
  }
}

/** How many characters at the end of `text` are a proper beginning of `marker`. */
export function overlap(text: string, marker: string): number {
  for (let length = Math.min(text.length, marker.length - 1); length > 0; length -= 1)
    if (marker.startsWith(text.slice(text.length - length))) return length
  return 0
}
