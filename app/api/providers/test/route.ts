import { testProvider } from '#lib/console/test-provider.ts'

export const POST = testProvider
