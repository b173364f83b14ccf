'use client'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

/** Retry, counting down while the API asks to wait; pressing it earlier is the user's choice. */
export function RetryButton({
  waitMs,
  failedId,
  onRetry,
}: {
  waitMs: number | null
  /** Another failure starts another countdown. */
  failedId: string
  onRetry: () => void
}) {
  const [left, setLeft] = useState<{ of: string; seconds: number } | null>(null)
  const seconds = left?.of === failedId ? left.seconds : Math.ceil((waitMs ?? 0) / 1000)
  useEffect(() => {
    if (waitMs === null) return
    const until = performance.now() + waitMs
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - performance.now()) / 1000))
      setLeft({ of: failedId, seconds: rest })
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [waitMs, failedId])
  return (
    <Button variant={seconds > 0 ? 'line' : 'go'} onClick={onRetry}>
      {seconds > 0 ? `Retry (in ${seconds} s)` : 'Retry'}
    </Button>
  )
}
