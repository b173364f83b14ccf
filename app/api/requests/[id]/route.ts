import { readRequest } from '#lib/console/requests/requests.ts'

export const GET = readRequest
