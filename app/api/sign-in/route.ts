import { signIn } from '#lib/console/sign-in.ts'

export const POST = signIn
