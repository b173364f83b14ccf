import { createProvider, listProviders } from '#lib/console/providers/providers.ts'

export const GET = listProviders
export const POST = createProvider
