/** The value of a JSON text; `undefined` if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The object of a JSON text; null if it is invalid or has another value. */
export function readJsonRecord(text: string): Record<string, unknown> | null {
  const value = readJson(text)
  return isRecord(value) ? value : null
}

/** Whether a value is a JSON object, so neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
