import { createKey } from '#lib/console/create-key.ts'

export const POST = createKey
