import { listRequests } from '#lib/console/requests/requests.ts'

export const GET = listRequests
