'use client'
import { useCallback, useSyncExternalStore } from 'react'
import type { Run } from '#lib/client/run.ts'
import { useChatStore } from './chat-context.ts'

// The answer is drawn every frame; the table of its events and the footer need not be.
const everyMs = 200

/** The run of a column for Wire and footer: each change of its state at once, its events a few times a second. */
export function useColumnRun(columnId: string): Run | null {
  const { runs } = useChatStore()
  const subscribe = useCallback(
    (draw: () => void) => {
      let timer: ReturnType<typeof setTimeout> | null = null
      let shown: Run | null = null
      const drawNow = () => {
        if (timer !== null) clearTimeout(timer)
        timer = null
        shown = runs.readColumn(columnId)?.run ?? null
        draw()
      }
      const stop = runs.subscribe(() => {
        const run = runs.readColumn(columnId)?.run ?? null
        if (run === shown) return
        const goesOn = run?.state === 'running' && shown?.id === run.id && shown.response === run.response
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
    () => runs.readColumn(columnId)?.run ?? null,
    () => null,
  )
}
