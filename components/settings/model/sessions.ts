import { askConsole } from '#lib/client/ask-console.ts'
import type { SessionPage } from '#lib/contracts/console/sessions.ts'

const schemas = () => import('#lib/contracts/console/sessions.ts')

/** @param before where the page begins; null: at the newest */
export async function listSessions(of: 'you' | 'everybody', before: string | null): Promise<SessionPage> {
  const query = new URLSearchParams({ of, ...(before !== null && { before }) })
  const [{ sessionPageSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('GET', `/api/sessions?${query}`),
  ])
  return sessionPageSchema.parse(answer)
}

export async function endSession(id: string): Promise<void> {
  await askConsole('DELETE', `/api/sessions/${id}`)
}

/** Ends one's own other sign-ins, or everybody's but this one. */
export async function endSessions(of: 'you' | 'everybody'): Promise<void> {
  await askConsole('DELETE', '/api/sessions', { of })
}
