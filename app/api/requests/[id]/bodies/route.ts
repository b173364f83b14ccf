import { readRequestBodies } from '#lib/console/requests.ts'

export const GET = readRequestBodies
