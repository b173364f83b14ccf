import { exportTeam } from '#lib/console/settings/danger.ts'

export const GET = exportTeam
