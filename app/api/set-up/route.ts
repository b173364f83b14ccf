import { setUp } from '#lib/console/set-up.ts'

export const POST = setUp
