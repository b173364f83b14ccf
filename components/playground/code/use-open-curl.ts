'use client'
import { showToast } from '#components/ui/overlay/toast.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { isCurl } from './is-curl.ts'
import { loadOpenCurl } from './load-open-curl.ts'

interface CurlTarget {
  /** Replaces the current draft; returns an undo function. */
  readonly take: (draft: Draft) => () => void
  /** Inserts a command that cannot be parsed into the empty field it was pasted into. */
  readonly paste: (text: string) => void
}

/** Opens a pasted curl command as a request; returns false for any other text. Never runs it. */
export function useOpenCurl(contract: ContractInfo, target: CurlTarget): (text: string) => boolean {
  return text => {
    if (!isCurl(text)) return false
    void open(text, contract, target)
    return true
  }
}

async function open(text: string, contract: ContractInfo, { take, paste }: CurlTarget): Promise<void> {
  const { draft, notes } = await loadOpenCurl(text, contract)
  const description = notes.join(' ')
  if (draft === null) {
    paste(text)
    showToast('Could not parse the curl command; pasted as text', { description })
    return
  }
  const undo = take(draft)
  showToast('Request opened from curl. Nothing has run.', {
    untilRun: true,
    ...(description !== '' && { description }),
    action: { label: 'Undo', onSelect: undo },
  })
}
