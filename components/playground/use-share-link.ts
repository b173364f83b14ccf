'use client'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { showToast } from '#components/ui/toast.ts'
import { type Draft, toBody } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'

export interface ShareLinkOptions {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  onOpened: (draft: Draft) => unknown
}

// Each comes before the change that it makes.
const acts = ['pointerdown', 'keydown', 'beforeinput', 'input', 'paste', 'drop'] as const

/** Opens the draft in the address's fragment, also of a second link pasted over it; it never runs it. */
export function useShareLink({ contract, draft, onDraftChange, onOpened }: ShareLinkOptions): void {
  // What the link opened as. The page itself may still complete it (a default model, a list that arrives), so
  // it counts from the first act of the person; the first edit after that takes the fragment out of the address.
  const opened = useRef<string>(null)
  const waiting = useRef<AbortController>(null)
  const content = useMemo(() => toContent(draft), [draft])

  const markOpened = useEffectEvent(() => {
    waiting.current?.abort()
    opened.current = toContent(draft)
  })
  const open = useEffectEvent(async (left: AbortSignal) => {
    // Most addresses hold no request: what unpacks one is loaded when there is one.
    if (!location.hash.startsWith('#v1.')) return
    const [{ readShareLink }, { ShareLinkError }] = await Promise.all([
      import('#lib/client/share-link.ts'),
      import('#lib/contracts/shared-request.ts'),
    ])
    try {
      const linked = await readShareLink(location.hash, [contract.id])
      if (linked === null || left.aborted) return
      const before = draft
      onDraftChange(linked)
      onOpened(linked)
      waiting.current?.abort()
      waiting.current = new AbortController()
      for (const act of acts) {
        window.addEventListener(act, markOpened, { capture: true, signal: waiting.current.signal })
      }
      showToast('Opened from the link. Nothing has run.', {
        action: { label: 'Undo', onSelect: () => onDraftChange(before) },
      })
    } catch (error) {
      if (!(error instanceof ShareLinkError)) throw error
      showToast('This link could not be opened', { description: error.message })
    }
  })

  useEffect(() => {
    const leaving = new AbortController()
    void open(leaving.signal)
    const onHashChange = () => void open(leaving.signal)
    window.addEventListener('hashchange', onHashChange)
    return () => {
      window.removeEventListener('hashchange', onHashChange)
      leaving.abort()
      waiting.current?.abort()
    }
  }, [])

  useEffect(() => {
    if (opened.current === null || opened.current === content) return
    opened.current = null
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  }, [content])
}

/** All that a link carries of the requests: another setting beside the first is an edit too. */
function toContent({ body, others = [] }: Draft): string {
  return [body, ...others].map(each => toBody({ body: each })).join('\n')
}
