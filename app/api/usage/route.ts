import { readUsage } from '#lib/console/usage/usage.ts'

export const GET = readUsage
