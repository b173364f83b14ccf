import { openShare } from '#lib/console/shares/share-opening.ts'

export const POST = openShare
