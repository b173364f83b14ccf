import { openShare } from '#lib/console/shares/open-share.ts'

export const POST = openShare
