import { listRequests } from '#lib/console/requests.ts'

export const GET = listRequests
