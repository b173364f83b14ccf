'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { takeSearch } from '#components/playground/handoff/take-search.ts'

/** A logged request that is being replayed. */
export interface OpenReplay {
  /** The original run. */
  readonly earlier: Run
  /** Id of the run that was shown when it was opened; any other run is a replay. */
  readonly formerRun: string | null
}

export interface OpenRequestOptions {
  contract: string
  run: Run | null
  /** Returns an undo function. */
  onOpenDraft: (draft: Draft) => () => void
  onOpened: (draft: Draft) => unknown
}

/**
 * Opens `?request=<id>` from the team's log: the logged request becomes the draft and never runs by itself.
 * @returns the original run, to compare the next run with; null when none was opened
 */
export function useOpenRequest(options: OpenRequestOptions): {
  replay: OpenReplay | null
  forget: () => void
} {
  const id = useSearchParams().get('request')
  const [replay, setReplay] = useState<OpenReplay | null>(null)

  const show = useEffectEvent((found: Awaited<ReturnType<typeof load>>) => {
    const { contract, run, onOpenDraft, onOpened } = options
    takeSearch('request')
    if (found.state === 'missing')
      return showToast('This request cannot be replayed', { description: found.reason })
    const opened: Draft = { contract, ...found.draft }
    const restore = onOpenDraft(opened)
    onOpened(opened)
    setReplay({ earlier: found.run, formerRun: run?.id ?? null })
    showToast('Request opened from the log. Nothing has run.', {
      untilRun: true,
      ...(found.note !== null && { description: found.note }),
      action: {
        label: 'Undo',
        onSelect: () => {
          setReplay(null)
          restore()
        },
      },
    })
  })

  const tell = useEffectEvent((error: unknown) => showFailure('Could not open this request', error))

  useEffect(() => {
    if (id === null) return
    let wanted = true
    void load(options.contract, id).then(
      found => wanted && show(found),
      (error: unknown) => wanted && tell(error),
    )
    return () => {
      wanted = false
    }
  }, [id, options.contract])

  return { replay, forget: () => setReplay(null) }
}

// Most URLs name no request: load the code only when one does.
async function load(contract: string, id: string) {
  const { loadReplay } = await import('#components/requests/model/load-replay.ts')
  return loadReplay(contract, id)
}
