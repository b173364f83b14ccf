import { changeKey, revokeKey } from '#lib/console/keys/keys.ts'

export const PATCH = changeKey
export const DELETE = revokeKey
