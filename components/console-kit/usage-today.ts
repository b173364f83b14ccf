import { queryOptions } from '@tanstack/react-query'
import { askUsage } from '#components/usage/model/ask-usage.ts'
import { beginOfDay, toDay } from '#lib/client/day.ts'

const hourMs = 3_600_000

/** Usage since local midnight that the member may see: of each provider, or in total of one model. */
export function usageTodayQuery(of: { readonly by: 'provider' } | { readonly model: string }) {
  return queryOptions({
    queryKey: ['usage-today', of],
    queryFn: () => {
      const now = Date.now()
      const from = beginOfDay(toDay(now))
      const to = now - (now % hourMs) + hourMs
      return askUsage(new URLSearchParams({ ...of, from: String(from), to: String(to) }))
    },
    staleTime: 30_000,
    retry: false,
  })
}
