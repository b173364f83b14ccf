import { readYou, renameYou } from '#lib/console/settings/settings-you.ts'

export const GET = readYou
export const PATCH = renameYou
