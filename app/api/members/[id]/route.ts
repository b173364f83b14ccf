import { changeMember, removeMember } from '#lib/console/people.ts'

export const PATCH = changeMember
export const DELETE = removeMember
