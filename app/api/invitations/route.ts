import { invite } from '#lib/console/members/members.ts'

export const POST = invite
