import { openShare } from '#lib/console/share-opening.ts'

export const POST = openShare
