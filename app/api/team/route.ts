import { deleteTeam } from '#lib/console/danger.ts'

export const DELETE = deleteTeam
