import { openInvitation } from '#lib/console/members/join.ts'

export const POST = openInvitation
