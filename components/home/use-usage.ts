'use client'
import { keepPreviousData, skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useApi } from '#components/playground/form/api-context.tsx'
import { askUsage } from '#components/usage/model/ask-usage.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'

/** Usage for a query; null: not yet. Another server's usage is not available here. */
export function useUsage(
  query: URLSearchParams | null,
  { refreshMs = 60_000 }: { refreshMs?: number | false } = {},
): UseQueryResult<UsageAnswer> {
  const { createsKeys } = useApi()
  return useQuery({
    queryKey: ['usage', query?.toString() ?? null],
    queryFn: query === null || !createsKeys ? skipToken : () => askUsage(query),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}
