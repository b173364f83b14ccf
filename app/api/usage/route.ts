import { readUsage } from '#lib/console/usage.ts'

export const GET = readUsage
