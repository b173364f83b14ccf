import { askConsole } from '#lib/client/ask-console.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'

export async function askUsage(query: URLSearchParams): Promise<UsageAnswer> {
  const [{ usageSchema }, answer] = await Promise.all([
    import('#lib/contracts/console/usage.ts'),
    askConsole('GET', `/api/usage?${query.toString()}`),
  ])
  return usageSchema.parse(answer)
}
