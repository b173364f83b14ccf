import { createKey } from '#lib/console/create-key.ts'
import { listKeys } from '#lib/console/keys.ts'

export const GET = listKeys
export const POST = createKey
