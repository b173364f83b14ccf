import { changePassword } from '#lib/console/settings/settings-you.ts'

export const POST = changePassword
