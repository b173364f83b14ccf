import { createProvider, listProviders } from '#lib/console/providers.ts'

export const GET = listProviders
export const POST = createProvider
