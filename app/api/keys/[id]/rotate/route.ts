import { rotateKey } from '#lib/console/keys.ts'

export const POST = rotateKey
