import { listOpenRequests } from '#lib/console/api/open-requests.ts'

export const GET = listOpenRequests
