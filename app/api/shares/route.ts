import { createShare, listShares } from '#lib/console/shares/shares.ts'

export const GET = listShares
export const POST = createShare
