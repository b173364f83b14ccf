import { listRecentClients } from '#lib/console/requests/recent-clients.ts'

export const GET = listRecentClients
