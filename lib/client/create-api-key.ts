export type CreatedKey =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly problem: string }

/** Asks the console for a key that may call one contract's endpoint. The token is in this answer and nowhere else. */
export async function createApiKey(request: { name: string; contract: string }): Promise<CreatedKey> {
  try {
    const response = await fetch('/api/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const body: unknown = await response.json()
    const token = read(body, 'token')
    if (response.ok && token !== null) return { ok: true, token }
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
    return { ok: false, problem: read(error, 'message') ?? `The console answered ${response.status}.` }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return { ok: false, problem: 'The console could not be reached. Is it running?' }
  }
}

function read(value: unknown, name: string): string | null {
  const field = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null
  return typeof field === 'string' ? field : null
}
