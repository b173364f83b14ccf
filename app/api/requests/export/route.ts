import { exportRequests } from '#lib/console/requests.ts'

export const GET = exportRequests
