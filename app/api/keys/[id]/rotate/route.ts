import { rotateKey } from '#lib/console/keys/keys.ts'

export const POST = rotateKey
