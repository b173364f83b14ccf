'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listRequests } from '#lib/client/requests/ask-requests.ts'
import type { LogFilter } from '#lib/client/requests/filter-address.ts'

const liveEveryMs = 2000

/**
 * The rows of the log that match. Live, it is the newest page, asked for anew every two seconds while the page is in
 * sight; a long request is written when it ends, and then stands where it began.
 */
export function useRequestLog(filter: LogFilter, { live, enabled }: { live: boolean; enabled: boolean }) {
  return useInfiniteQuery({
    queryKey: ['requests', filter, live],
    queryFn: ({ pageParam, signal }) => listRequests(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: live ? liveEveryMs : false,
    refetchOnWindowFocus: live,
    enabled,
  })
}
