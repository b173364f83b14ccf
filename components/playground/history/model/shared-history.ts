import { openHistory, type History } from './history.ts'
import { newId } from '#lib/client/new-id.ts'

let opened: Promise<History> | undefined

/** The one history of this page, opened at first use. */
export function sharedHistory(): Promise<History> {
  const tab = tabId()
  opened ??= openHistory({ member: memberOfPage(), writer: { tab, id: `${tab}.${newId()}` } })
  return opened
}

/** People who share a browser do not share a history; without sign-in there is one person. */
function memberOfPage(): string {
  return document.querySelector<HTMLElement>('[data-member]')?.dataset['member'] ?? 'owner'
}

function tabId(): string {
  try {
    const known = sessionStorage.getItem('sextant-tab') ?? newId()
    sessionStorage.setItem('sextant-tab', known)
    return known
  } catch (error) {
    // Storage can be switched off altogether: then every load is a tab of its own.
    if (error instanceof DOMException) return newId()
    throw error
  }
}
