import { revokeShare } from '#lib/console/shares.ts'

export const DELETE = revokeShare
