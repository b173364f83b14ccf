'use client'
import { useCallback, useSyncExternalStore } from 'react'
import type { LiveRun } from '#lib/client/chat/live-runs.ts'
import { useChatStore } from './chat-context.ts'

// The answer is drawn every frame; the table of its events and the footer need not be.
const everyMs = 200

/** The run of a column for Wire and footer: each change of its state at once, its events a few times a second. */
export function useColumnRun(columnId: string): LiveRun | null {
  const { runs } = useChatStore()
  const subscribe = useCallback(
    (draw: () => void) => {
      let timer: ReturnType<typeof setTimeout> | null = null
      let shown: LiveRun | null = null
      const drawNow = () => {
        if (timer !== null) clearTimeout(timer)
        timer = null
        shown = runs.readColumn(columnId)
        draw()
      }
      const stop = runs.subscribe(() => {
        const live = runs.readColumn(columnId)
        if (live === shown) return
        const [run, before] = [live?.run, shown?.run]
        const goesOn = run?.state === 'running' && before?.id === run.id && before.response === run.response
        if (!goesOn) return drawNow()
        timer ??= setTimeout(drawNow, everyMs)
      })
      return () => {
        if (timer !== null) clearTimeout(timer)
        stop()
      }
    },
    [runs, columnId],
  )
  return useSyncExternalStore(
    subscribe,
    () => runs.readColumn(columnId),
    () => null,
  )
}
