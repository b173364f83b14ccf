import { singleSignOn } from '#lib/console/session.ts'

export const GET = singleSignOn
export const POST = singleSignOn
