import { openHistory, type History } from './history.ts'
import { newId } from '#lib/client/new-id.ts'

let opened: Promise<History> | undefined

/** The history of this page, opened on first use. */
export function sharedHistory(): Promise<History> {
  const tab = tabId()
  opened ??= openHistory({ member: memberOfPage(), writer: { tab, id: `${tab}.${newId()}` } })
  return opened
}

/** Users who share a browser do not share a history; without sign-in there is one user. */
function memberOfPage(): string {
  return document.querySelector<HTMLElement>('[data-member]')?.dataset['member'] ?? 'owner'
}

function tabId(): string {
  try {
    const known = sessionStorage.getItem('sextant-tab') ?? newId()
    sessionStorage.setItem('sextant-tab', known)
    return known
  } catch (error) {
    // Storage can be disabled entirely: every load is then a new tab.
    if (error instanceof DOMException) return newId()
    throw error
  }
}
