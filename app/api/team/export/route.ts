import { exportTeam } from '#lib/console/danger.ts'

export const GET = exportTeam
