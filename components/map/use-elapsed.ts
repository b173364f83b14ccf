'use client'
import { useEffect, useState } from 'react'
import type { Run } from '#lib/client/run.ts'

const tickMs = 250

/** Milliseconds since the run was sent, counting on while it goes on; null before. */
export function useElapsedMs(run: Run | null): number | null {
  const running = run?.state === 'running'
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [running])
  if (run === null) return null
  return run.timing.totalMs ?? Math.max(0, now - run.timing.startedAt)
}
