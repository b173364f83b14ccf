import { endSessions, listSessions } from '#lib/console/settings/sessions.ts'

export const GET = listSessions
export const DELETE = endSessions
