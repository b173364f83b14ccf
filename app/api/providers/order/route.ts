import { orderProviders } from '#lib/console/providers/providers.ts'

export const POST = orderProviders
