import { readRequest } from '#lib/console/requests.ts'

export const GET = readRequest
