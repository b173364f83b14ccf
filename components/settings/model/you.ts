import { askConsole } from '#lib/client/ask-console.ts'
import type { You } from '#lib/contracts/console/you.ts'

const schemas = () => import('#lib/contracts/console/you.ts')

export const youQuery = { queryKey: ['you'], queryFn: readYou } as const

async function readYou(): Promise<You> {
  const [{ youSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/settings/you')])
  return youSchema.parse(answer)
}

export async function renameYou(name: string): Promise<void> {
  await askConsole('PATCH', '/api/settings/you', { name })
}

/** @returns how many other sessions ended */
export async function changePassword(current: string, password: string): Promise<number> {
  const [{ changedPasswordSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/settings/you/password', { current, password }),
  ])
  return changedPasswordSchema.parse(answer).ended_sessions
}
