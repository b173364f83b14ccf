'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listSessions } from '#lib/client/settings/sessions.ts'

/** Sign-ins, page by page. */
export function useSessions(of: 'you' | 'everybody', enabled = true) {
  return useInfiniteQuery({
    queryKey: ['sessions', of],
    queryFn: ({ pageParam }) => listSessions(of, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    enabled,
  })
}

export type SessionQuery = ReturnType<typeof useSessions>
