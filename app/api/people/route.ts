import { listMembers } from '#lib/console/members/members.ts'

export const GET = listMembers
