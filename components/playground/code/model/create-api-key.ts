import { fieldOf, readProblem } from '#lib/client/console-answer.ts'

export type CreatedKey =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly problem: string }

/** Creates an API key for one contract's endpoint. Only this response contains the token. */
export async function createApiKey(request: { name: string; contract: string }): Promise<CreatedKey> {
  try {
    const response = await fetch('/api/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    if (!response.ok) return { ok: false, problem: await readProblem(response) }
    const token = fieldOf(await response.json(), 'token')
    if (typeof token === 'string') return { ok: true, token }
    return { ok: false, problem: 'The server returned no key.' }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return { ok: false, problem: 'Could not reach the server. Check that it is running.' }
  }
}
