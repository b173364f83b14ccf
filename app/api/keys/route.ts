import { createKey } from '#lib/console/keys/create-key.ts'
import { listKeys } from '#lib/console/keys/keys.ts'

export const GET = listKeys
export const POST = createKey
