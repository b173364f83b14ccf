/** A field of an unknown JSON value; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** The error message of a console response. */
export async function readProblem(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const message = fieldOf(fieldOf(body, 'error'), 'message')
  return typeof message === 'string' ? message : `The console returned HTTP ${response.status}.`
}
