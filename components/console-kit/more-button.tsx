'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'

/** Loads the next page of a list; renders nothing on the last one. */
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
