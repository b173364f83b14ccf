import { endSession } from '#lib/console/settings/sessions.ts'

export const DELETE = endSession
