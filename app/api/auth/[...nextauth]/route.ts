import { singleSignOn } from '#lib/console/auth/session.ts'

export const GET = singleSignOn
export const POST = singleSignOn
