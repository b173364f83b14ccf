import { acceptInvitation } from '#lib/console/members/join.ts'

export const POST = acceptInvitation
