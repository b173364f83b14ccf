import { withdrawInvitation } from '#lib/console/people.ts'

export const DELETE = withdrawInvitation
