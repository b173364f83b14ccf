import { setUp } from '#lib/console/auth/set-up.ts'

export const POST = setUp
