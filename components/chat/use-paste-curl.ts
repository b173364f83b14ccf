'use client'
import { openCurl } from '#components/playground/open-curl.ts'
import { showToast } from '#components/ui/toast.ts'
import { newId } from '#lib/client/chat/new-id.ts'
import { reconcileBody } from '#lib/client/chat/reconcile-body.ts'
import { useChatContract, useChatStore } from './chat-context.ts'

/** Takes a pasted curl command for the request it is; returns false for any other text. Nothing is run. */
export function usePasteCurl(): (text: string) => boolean {
  const store = useChatStore()
  const contract = useChatContract()
  return text => {
    if (!/^\s*(\$\s+)?curl\s/.test(text)) return false
    const { draft, notes } = openCurl(text, contract)
    const description = notes.join(' ')
    if (draft === null) {
      showToast('The curl could not be opened, so it was pasted as text', { description })
      return false
    }
    const before = store.read()
    store.update(state => reconcileBody(state, state.activeId, draft.body, newId))
    showToast('Opened the curl as a request. Nothing has run.', {
      ...(description !== '' && { description }),
      action: { label: 'Undo', onSelect: () => store.update(() => before) },
    })
    return true
  }
}
