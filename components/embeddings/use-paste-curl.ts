'use client'
import { openCurl } from '#components/playground/open-curl.ts'
import { showToast } from '#components/ui/toast.ts'
import { fromDraft } from './state/request.ts'
import { useContract, useViewer } from './viewer-context.ts'

/** Takes a pasted curl command for the request it is; returns false for any other text. Nothing is run. */
export function usePasteCurl(): (text: string) => boolean {
  const { store } = useViewer()
  const contract = useContract()
  return text => {
    if (!/^\s*(\$\s+)?curl\s/.test(text)) return false
    const { draft, notes } = openCurl(text, contract)
    const description = notes.join(' ')
    if (draft === null) {
      showToast('The curl could not be opened, so it was pasted as text', { description })
      return false
    }
    const before = store.read().request
    store.update(state => ({ ...state, request: fromDraft(state.request, draft) }))
    showToast('Opened the curl as a request. Nothing has run.', {
      ...(description !== '' && { description }),
      action: {
        label: 'Undo',
        onSelect: () => store.update(state => ({ ...state, request: before })),
      },
    })
    return true
  }
}
