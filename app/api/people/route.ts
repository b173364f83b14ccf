import { listPeople } from '#lib/console/people.ts'

export const GET = listPeople
