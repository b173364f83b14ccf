import { invite } from '#lib/console/people.ts'

export const POST = invite
