import { listMembers } from '#lib/console/members/people.ts'

export const GET = listMembers
