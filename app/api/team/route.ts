import { deleteTeam } from '#lib/console/settings/danger.ts'

export const DELETE = deleteTeam
