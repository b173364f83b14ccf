import { openInvitation } from '#lib/console/join.ts'

export const POST = openInvitation
