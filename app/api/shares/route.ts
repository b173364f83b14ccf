import { createShare, listShares } from '#lib/console/shares.ts'

export const GET = listShares
export const POST = createShare
