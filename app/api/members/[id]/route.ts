import { changeMember, removeMember } from '#lib/console/members/people.ts'

export const PATCH = changeMember
export const DELETE = removeMember
