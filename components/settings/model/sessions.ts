import { askConsole } from '#lib/client/ask-console.ts'
import type { SessionPage } from '#lib/contracts/console/sessions.ts'

const schemas = () => import('#lib/contracts/console/sessions.ts')

/** @param before cursor of the page; null: the newest sessions */
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

/** Ends the caller's other sessions, or all sessions except this one. */
export async function endSessions(of: 'you' | 'everybody'): Promise<void> {
  await askConsole('DELETE', '/api/sessions', { of })
}
