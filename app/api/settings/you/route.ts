import { readYou, renameYou } from '#lib/console/settings-you.ts'

export const GET = readYou
export const PATCH = renameYou
