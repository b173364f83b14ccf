'use client'
import { useOpenCurl } from '#components/playground/use-open-curl.ts'
import { newId } from '#lib/client/new-id.ts'
import { reconcileBody } from '#lib/client/chat/reconcile-body.ts'
import { useChatContract, useChatStore } from './chat-context.ts'

export function usePasteCurl(): (text: string) => boolean {
  const store = useChatStore()
  return useOpenCurl(useChatContract(), {
    take({ body }) {
      const before = store.read()
      store.update(state => reconcileBody(state, state.activeId, body, newId))
      return () => store.update(() => before)
    },
    paste: text => store.update(before => ({ ...before, pending: { ...before.pending, text } })),
  })
}
