'use client'
import { showToast } from '#components/ui/toast.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { isCurl, openCurl } from './open-curl.ts'

/**
 * Takes a pasted curl command for the request it is; returns false for any other text. Nothing is run.
 * @param take puts the draft in the place of what is there, and returns how to come back to that
 */
export function useOpenCurl(
  contract: ContractInfo,
  take: (draft: Draft) => () => void,
): (text: string) => boolean {
  return text => {
    if (!isCurl(text)) return false
    const { draft, notes } = openCurl(text, contract)
    const description = notes.join(' ')
    if (draft === null) {
      showToast('The curl could not be opened, so it was pasted as text', { description })
      return false
    }
    const undo = take(draft)
    showToast('Opened the curl as a request. Nothing has run.', {
      ...(description !== '' && { description }),
      action: { label: 'Undo', onSelect: undo },
    })
    return true
  }
}
