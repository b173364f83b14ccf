'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { MoreButton } from '#components/team/more-button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { listShares } from '#lib/client/shares.ts'
import type { TeamShare } from '#lib/contracts/team/shares.ts'
import { RevokeShare } from './revoke-share.tsx'
import { SharesTable } from './shares-table.tsx'

const views = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'Everybody’s' },
] as const

type Whose = (typeof views)[number]['value']

/** Short links that work: one's own, and for who manages people everybody's. */
export function SharesList() {
  const [whose, setWhose] = useState<Whose>('mine')
  const [ending, setEnding] = useState<TeamShare | null>(null)
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['shares', 'list', whose],
    queryFn: ({ pageParam }) => listShares(whose, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next_cursor,
  })
  const seesAll = query.data?.pages[0]?.you_see_all ?? whose === 'all'
  return (
    <div className="flex flex-col gap-3">
      {seesAll && (
        <Segmented
          label="Whose links"
          className="self-start"
          choices={views}
          value={whose}
          onChange={setWhose}
        />
      )}
      <ListState query={query}>
        {({ pages }) => (
          <>
            <SharesTable
              shares={pages.flatMap(page => page.shares)}
              everybodys={whose === 'all'}
              onEnd={setEnding}
            />
            {query.isFetchNextPageError && <Problem text={query.error?.message ?? null} />}
            <MoreButton list={query}>Show more</MoreButton>
          </>
        )}
      </ListState>
      {ending && (
        <RevokeShare
          share={ending}
          onRevoked={() => queries.invalidateQueries({ queryKey: ['shares'] })}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  )
}
