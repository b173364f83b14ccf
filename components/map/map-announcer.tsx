'use client'
import { useEffect, useState } from 'react'
import { toMapAnnouncement } from './announcement.ts'
import { useMapState, useMapStore } from './map-context.ts'

const everyMs = 5000

/** Tells a screen reader how the map stands, while it runs at most every five seconds. */
export function MapAnnouncer() {
  const store = useMapStore()
  const { run, found, restored } = useMapState()
  const running = run?.state === 'running'
  const [said, setSaid] = useState('')
  const runId = run?.id

  useEffect(() => {
    if (!running) return
    const say = () => {
      const now = store.read()
      if (now.run !== null) setSaid(toMapAnnouncement(now.run, now.found))
    }
    say()
    const timer = setInterval(say, everyMs)
    return () => clearInterval(timer)
  }, [running, runId, store])

  const words = running ? said : run === null ? '' : toMapAnnouncement(run, found)
  return <output className="sr-only">{restored ? '' : words}</output>
}
