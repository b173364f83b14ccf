import { withdrawInvitation } from '#lib/console/members/people.ts'

export const DELETE = withdrawInvitation
