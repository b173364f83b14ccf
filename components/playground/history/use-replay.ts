'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Run } from '#lib/client/run.ts'

export interface Replay {
  readonly on: boolean
  /** Number of events shown in Result; all of them when no replay is active. */
  readonly eventCount: number
  /** 1 is the original speed; null while paused. */
  readonly rate: number | null
  readonly seek: (eventCount: number) => void
  readonly play: (rate: number) => void
  readonly pause: () => void
  readonly close: () => void
}

interface ReplayPosition {
  readonly runId: string
  readonly eventCount: number
  readonly rate: number | null
}

const frameMs = 16

/** Replays a finished stream event by event; null without one, or without a view for it. */
export function useReplay(
  run: Run | null,
  onReplay: ((eventCount: number | null) => void) | undefined,
): Replay | null {
  const [kept, setKept] = useState<ReplayPosition | null>(null)
  const position = kept !== null && kept.runId === run?.id ? kept : null
  const move = (next: ReplayPosition | null) => {
    setKept(next)
    onReplay?.(next?.eventCount ?? null)
  }
  const tick = useEffectEvent(() => {
    if (position === null || position.rate === null || run === null) return
    const untilMs = (run.events[position.eventCount]?.atMs ?? 0) + frameMs * position.rate
    const later = run.events.findIndex(({ atMs }, index) => index > position.eventCount && atMs > untilMs)
    const eventCount = later === -1 ? run.events.length : later
    move({ ...position, eventCount, rate: later === -1 ? null : position.rate })
  })
  const forget = useEffectEvent(() => move(null))

  const rate = position?.rate ?? null
  const next = rate === null || position === null ? undefined : run?.events[position.eventCount]
  const sinceMs = next === undefined ? 0 : next.atMs - (run?.events[next.number - 2]?.atMs ?? 0)
  const waitMs = next === undefined || rate === null ? null : sinceMs / rate
  useEffect(() => {
    if (waitMs === null) return
    const timer = setTimeout(tick, waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, position?.eventCount])

  // Another run was selected: show the previous one in full again.
  const runId = run?.id
  useEffect(() => () => forget(), [runId])

  if (run === null || onReplay === undefined || run.state === 'running' || run.events.length < 2) return null
  const start = { runId: run.id, eventCount: position?.eventCount ?? run.events.length, rate: null }
  return {
    on: position !== null,
    eventCount: start.eventCount,
    rate,
    seek: eventCount => move({ ...start, eventCount }),
    play: rate =>
      move({ ...start, eventCount: start.eventCount >= run.events.length ? 0 : start.eventCount, rate }),
    pause: () => move(start),
    close: () => move(null),
  }
}
