import { queryOptions } from '@tanstack/react-query'
import { askConsole } from '#lib/client/ask-console.ts'
import { beginOfDay, toDay } from '#lib/client/day.ts'

const hourMs = 3_600_000

/** Usage since local midnight that the member may see: of each provider, or in total of one model. */
export function usageTodayQuery(of: { readonly by: 'provider' } | { readonly model: string }) {
  return queryOptions({
    queryKey: ['usage-today', of],
    queryFn: async () => {
      const now = Date.now()
      const from = beginOfDay(toDay(now))
      const query = new URLSearchParams({
        ...of,
        from: String(from),
        to: String(now - (now % hourMs) + hourMs),
      })
      const [{ usageSchema }, answer] = await Promise.all([
        import('#lib/contracts/console/usage.ts'),
        askConsole('GET', `/api/usage?${query}`),
      ])
      return usageSchema.parse(answer)
    },
    staleTime: 30_000,
    retry: false,
  })
}
