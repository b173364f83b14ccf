import { testProvider } from '#lib/console/providers/test-provider.ts'

export const POST = testProvider
