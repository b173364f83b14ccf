/** Reads untrusted JSON: the value if it has the expected type, else null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readString(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A count or index. */
export function readIndex(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

const levelsMax = 500

/**
 * Whether a value has more levels than can be written again: `JSON.parse` accepts any number, and
 * `JSON.stringify` exceeds the stack.
 * @param text its JSON; a short one needs no check
 */
export function isTooDeep(value: unknown, text: string): boolean {
  // A level takes two characters.
  return text.length > 2 * levelsMax && exceeds(value, levelsMax)
}

function exceeds(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  // No copy of an array and no call for each of its numbers: it may be thousands of vectors.
  for (const part of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (typeof part === 'object' && exceeds(part, levels - 1)) return true
  return false
}
