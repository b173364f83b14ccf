import { orderProviders } from '#lib/console/providers.ts'

export const POST = orderProviders
