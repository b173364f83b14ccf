import { z } from 'zod'

/** Values of the header `User-Agent`, each once, the newest first. */
export const recentClientsSchema = z.object({ clients: z.array(z.string()) })

export type RecentClients = z.infer<typeof recentClientsSchema>
