import { signOut } from '#lib/console/sign-in.ts'

export const POST = signOut
