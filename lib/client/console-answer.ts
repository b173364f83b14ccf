/** A field of JSON that may be anything; undefined where it is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** Why the console refused, in the API's own words where it gave some. */
export async function readProblem(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const message = fieldOf(fieldOf(body, 'error'), 'message')
  return typeof message === 'string' ? message : `The console answered ${response.status}.`
}
