import { exportUsage } from '#lib/console/usage/usage-export.ts'

export const GET = exportUsage
