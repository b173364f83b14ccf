import { invite } from '#lib/console/members/people.ts'

export const POST = invite
