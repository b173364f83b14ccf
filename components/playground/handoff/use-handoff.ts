'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { HandoffSkipped, HandoffOrigin } from './model/handoff.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { firstModel, modelsFor } from '#components/playground/form/choose-model.ts'
import { takeSearch } from './take-search.ts'

/** The handoff that this page opened, and an undo to the previous state. */
export interface OpenHandoff {
  readonly origin: HandoffOrigin
  readonly skipped: readonly HandoffSkipped[]
  readonly undo: () => void
}

export interface HandoffOptions {
  contract: ContractInfo
  draft: Draft
  /** Replaces the current state with a draft; returns an undo function. */
  onOpenDraft: (draft: Draft) => () => void
  onOpened: (draft: Draft) => unknown
}

/** Opens `?parcel=<id>`, sent by another playground; never runs it. */
export function useHandoff({ contract, draft, onOpenDraft, onOpened }: HandoffOptions): OpenHandoff | null {
  const id = useSearchParams().get('parcel')
  const queries = useQueryClient()
  const [opened, setOpened] = useState<OpenHandoff | null>(null)

  const show = useEffectEvent(({ parcel: handoff, openHandoff, models }: Loaded) => {
    takeSearch('parcel')
    const made =
      handoff && openHandoff(handoff, { ...contract, windowTokens: windowOf(contract, draft, models) }, draft)
    if (!made) {
      return showToast('Sent items not found', {
        description: 'They are stored for one day, in the browser that sent them.',
      })
    }
    const { origin } = handoff
    const restore = onOpenDraft(made.draft)
    const undo = () => {
      setOpened(null)
      restore()
    }
    setOpened({ origin, skipped: made.skipped, undo })
    onOpened(made.draft)
  })

  const tell = useEffectEvent((error: unknown) => showFailure('Could not open the sent items', error))

  useEffect(() => {
    if (id === null) return
    let wanted = true
    void load(id, queries).then(
      loaded => wanted && show(loaded),
      (error: unknown) => wanted && tell(error),
    )
    return () => {
      wanted = false
    }
  }, [id, queries])

  return opened
}

/** Context window of the model that is, or will be, selected. */
function windowOf({ id }: ContractInfo, { body }: Draft, models: readonly Model[]): number | null {
  const chosen = body['model'] ?? firstModel(id, modelsFor(id, models))
  return models.find(model => model.id === chosen)?.context_window ?? null
}

type Loaded = Awaited<ReturnType<typeof load>>

async function load(id: string, queries: QueryClient) {
  const [{ sharedHandoffs }, { openHandoff }, models] = await Promise.all([
    import('./model/handoff-store.ts'),
    import('./model/open-handoff.ts'),
    // Without models the context window is unknown; the handoff still opens.
    queries.ensureQueryData(modelsQuery).catch((): readonly Model[] => []),
  ])
  return { parcel: await (await sharedHandoffs()).get(id), openHandoff, models }
}
