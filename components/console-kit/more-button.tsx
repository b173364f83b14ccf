'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'

/** Fetches the next page of a list; nothing where there is none. */
export function MoreButton({
  list,
  children,
}: {
  list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  children: ReactNode
}) {
  if (!list.hasNextPage) return null
  return (
    <Button
      className="self-start"
      disabled={list.isFetchingNextPage}
      focusableWhenDisabled
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
