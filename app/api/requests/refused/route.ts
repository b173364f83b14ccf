import { listRefusedRequests } from '#lib/console/api/refused-requests.ts'

export const GET = listRefusedRequests
