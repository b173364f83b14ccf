'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { showFailure, showToast } from '#components/ui/toast.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { ShareLinkOptions } from './use-share-link.ts'
import { takeSearch } from './take-search.ts'

/** Opens `?share=<secret>`, which a short link led to; it never runs it. */
export function useShortLink({ contract, draft, onDraftChange, onOpened }: ShareLinkOptions): void {
  const secret = useSearchParams().get('share')

  const show = useEffectEvent((linked: Draft) => {
    takeSearch('share')
    const before = draft
    onDraftChange(linked)
    onOpened(linked)
    showToast('Opened from the link. Nothing has run.', {
      action: { label: 'Undo', onSelect: () => onDraftChange(before) },
    })
  })

  const tell = useEffectEvent((error: unknown) => {
    takeSearch('share')
    showFailure('This link could not be opened', error)
  })

  useEffect(() => {
    if (secret === null) return
    let wanted = true
    void load(secret, contract.id).then(
      linked => wanted && show(linked),
      (error: unknown) => wanted && tell(error),
    )
    return () => {
      wanted = false
    }
  }, [secret, contract.id])
}

async function load(secret: string, contract: string): Promise<Draft> {
  const [{ openShare }, { toDraft }] = await Promise.all([
    import('#lib/client/shares.ts'),
    import('#lib/client/share-link.ts'),
  ])
  return toDraft(await openShare(secret), [contract])
}
