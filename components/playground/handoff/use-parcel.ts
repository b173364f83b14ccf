'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { ParcelLeftOver, ParcelOrigin } from './model/parcel.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { firstModel, modelsFor } from '#components/playground/form/choose-model.ts'
import { takeSearch } from './take-search.ts'

/** What this page opened from another playground, and the way back to what was here before. */
export interface OpenParcel {
  readonly origin: ParcelOrigin
  readonly leftOver: readonly ParcelLeftOver[]
  readonly undo: () => void
}

export interface ParcelOptions {
  contract: ContractInfo
  draft: Draft
  /** Puts a draft in the place of what is here; returns how to undo that. */
  onOpenDraft: (draft: Draft) => () => void
  onOpened: (draft: Draft) => unknown
}

/** Opens `?parcel=<id>`, which another playground sent; it never runs it. */
export function useParcel({ contract, draft, onOpenDraft, onOpened }: ParcelOptions): OpenParcel | null {
  const id = useSearchParams().get('parcel')
  const queries = useQueryClient()
  const [opened, setOpened] = useState<OpenParcel | null>(null)

  const show = useEffectEvent(({ parcel, openParcel, models }: Loaded) => {
    takeSearch('parcel')
    const made =
      parcel && openParcel(parcel, { ...contract, windowTokens: windowOf(contract, draft, models) }, draft)
    if (!made) {
      return showToast('What was sent is no longer here', {
        description: 'It is kept for a day, in the browser that sent it.',
      })
    }
    const { origin } = parcel
    const restore = onOpenDraft(made.draft)
    const undo = () => {
      setOpened(null)
      restore()
    }
    setOpened({ origin, leftOver: made.leftOver, undo })
    onOpened(made.draft)
  })

  const tell = useEffectEvent((error: unknown) => showFailure('What was sent could not be opened', error))

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

/** What the model that is chosen, or will be, reads at once. */
function windowOf({ id }: ContractInfo, { body }: Draft, models: readonly Model[]): number | null {
  const chosen = body['model'] ?? firstModel(id, modelsFor(id, models))
  return models.find(model => model.id === chosen)?.context_window ?? null
}

type Loaded = Awaited<ReturnType<typeof load>>

async function load(id: string, queries: QueryClient) {
  const [{ sharedParcels }, { openParcel }, models] = await Promise.all([
    import('./model/parcel-store.ts'),
    import('./model/open-parcel.ts'),
    // Without them what fits a model is not known, and that is no reason to open nothing.
    queries.ensureQueryData(modelsQuery).catch((): readonly Model[] => []),
  ])
  return { parcel: await (await sharedParcels()).get(id), openParcel, models }
}
