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

interface Place {
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
  const [kept, setKept] = useState<Place | null>(null)
  const place = kept !== null && kept.runId === run?.id ? kept : null
  const move = (next: Place | null) => {
    setKept(next)
    onReplay?.(next?.eventCount ?? null)
  }
  const tick = useEffectEvent(() => {
    if (place === null || place.rate === null || run === null) return
    const untilMs = (run.events[place.eventCount]?.atMs ?? 0) + frameMs * place.rate
    const later = run.events.findIndex(({ atMs }, index) => index > place.eventCount && atMs > untilMs)
    const eventCount = later === -1 ? run.events.length : later
    move({ ...place, eventCount, rate: later === -1 ? null : place.rate })
  })
  const forget = useEffectEvent(() => move(null))

  const rate = place?.rate ?? null
  const next = rate === null || place === null ? undefined : run?.events[place.eventCount]
  const sinceMs = next === undefined ? 0 : next.atMs - (run?.events[next.number - 2]?.atMs ?? 0)
  const waitMs = next === undefined || rate === null ? null : sinceMs / rate
  useEffect(() => {
    if (waitMs === null) return
    const timer = setTimeout(tick, waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, place?.eventCount])

  // Another run was selected: show the previous one in full again.
  const runId = run?.id
  useEffect(() => () => forget(), [runId])

  if (run === null || onReplay === undefined || run.state === 'running' || run.events.length < 2) return null
  const start = { runId: run.id, eventCount: place?.eventCount ?? run.events.length, rate: null }
  return {
    on: place !== null,
    eventCount: start.eventCount,
    rate,
    seek: eventCount => move({ ...start, eventCount }),
    play: rate =>
      move({ ...start, eventCount: start.eventCount >= run.events.length ? 0 : start.eventCount, rate }),
    pause: () => move(start),
    close: () => move(null),
  }
}
