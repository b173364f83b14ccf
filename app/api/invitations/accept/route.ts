import { acceptInvitation } from '#lib/console/join.ts'

export const POST = acceptInvitation
