import { readKeyUse } from '#lib/console/keys.ts'

export const GET = readKeyUse
