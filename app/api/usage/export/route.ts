import { exportUsage } from '#lib/console/usage-export.ts'

export const GET = exportUsage
