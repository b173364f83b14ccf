import { revokeShare } from '#lib/console/shares/shares.ts'

export const DELETE = revokeShare
