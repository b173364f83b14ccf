import { revokeInvitation } from '#lib/console/members/members.ts'

export const DELETE = revokeInvitation
