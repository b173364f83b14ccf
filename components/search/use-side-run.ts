'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { type RunHandle, startRun } from '#lib/client/send.ts'
import { useTellSideRun } from './side-runs-context.ts'

export interface SideRunActions {
  readonly run: Run | null
  readonly start: (draft: Draft) => void
  readonly stop: () => void
}

/** One request next to the search: reported to the playground layout, and stopped when its view closes. */
export function useSideRun(kind: 'chat' | 'rerank', path: string): SideRunActions {
  const tell = useTellSideRun()
  const [run, setRun] = useState<Run | null>(null)
  const handle = useRef<RunHandle | null>(null)
  const left = useEffectEvent(() => {
    if (handle.current === null) return
    handle.current.stop()
    tell(kind, null)
  })
  useEffect(() => () => left(), [])

  const start = (draft: Draft) => {
    handle.current?.stop()
    const mine = startRun(
      { path, body: toBody(draft) },
      {
        onUpdate(next) {
          if (handle.current !== mine) return
          setRun(next)
          tell(kind, { draft, run: next })
        },
      },
    )
    handle.current = mine
    setRun(mine.current())
    tell(kind, { draft, run: mine.current() })
  }
  return { run, start, stop: () => handle.current?.stop() }
}
