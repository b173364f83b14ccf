'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'

const first = 100
const further = 500

interface Shown {
  readonly count: number
  readonly more: () => void
}

/** How much of a long list is drawn. */
export function useShownCount(): Shown {
  const [count, setCount] = useState(first)
  return { count, more: () => setCount(count + further) }
}

export function ShowMore({ total, shown }: { total: number; shown: Shown }) {
  if (total <= shown.count) return null
  return (
    <Button className="self-start" onClick={shown.more}>
      Show more: {formatCount(total - shown.count)} left
    </Button>
  )
}
