import { changeMember, removeMember } from '#lib/console/members/members.ts'

export const PATCH = changeMember
export const DELETE = removeMember
