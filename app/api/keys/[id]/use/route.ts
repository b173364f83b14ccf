import { readKeyUse } from '#lib/console/keys/keys.ts'

export const GET = readKeyUse
