import { changePassword } from '#lib/console/settings-you.ts'

export const POST = changePassword
