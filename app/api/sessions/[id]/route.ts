import { endSession } from '#lib/console/sessions.ts'

export const DELETE = endSession
