import { withdrawInvitation } from '#lib/console/members/members.ts'

export const DELETE = withdrawInvitation
