import { signIn } from '#lib/console/auth/sign-in.ts'

export const POST = signIn
