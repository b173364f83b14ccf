import { exportRequests } from '#lib/console/requests/requests.ts'

export const GET = exportRequests
