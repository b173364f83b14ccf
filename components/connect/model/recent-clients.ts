import { askConsole } from '#lib/client/ask-console.ts'

/** Programs that sent requests in the last seven days, by their `User-Agent`. */
export async function listRecentClients(): Promise<readonly string[]> {
  const { recentClientsSchema } = await import('#lib/contracts/console/recent-clients.ts')
  return recentClientsSchema.parse(await askConsole('GET', '/api/requests/clients')).clients
}
