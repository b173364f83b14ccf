import { signOut } from '#lib/console/auth/sign-in.ts'

export const POST = signOut
