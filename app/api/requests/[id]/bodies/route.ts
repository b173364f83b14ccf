import { readRequestBodies } from '#lib/console/requests/requests.ts'

export const GET = readRequestBodies
