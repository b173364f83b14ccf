import { endSessions, listSessions } from '#lib/console/sessions.ts'

export const GET = listSessions
export const DELETE = endSessions
