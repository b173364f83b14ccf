import { listPeople } from '#lib/console/members/people.ts'

export const GET = listPeople
