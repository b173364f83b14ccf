'use client'
import { useEffect, useState } from 'react'
import { formatMs } from '#lib/client/format.ts'

const tickMs = 200

/** Elapsed time of a run. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return <span>{formatMs(Math.max(0, now - since))}</span>
}
