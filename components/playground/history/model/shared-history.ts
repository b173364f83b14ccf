import { openHistory, type History } from './history.ts'
import { newId } from '#lib/client/new-id.ts'

let opened: Promise<History> | undefined

/** The history of this page, opened on first use. */
export function sharedHistory(): Promise<History> {
  opened ??= open()
  return opened
}

async function open(): Promise<History> {
  const tab = await tabId()
  return openHistory({ member: memberOfPage(), writer: { tab, id: `${tab}.${newId()}` } })
}

/** Users who share a browser do not share a history; without sign-in there is one user. */
function memberOfPage(): string {
  return document.querySelector<HTMLElement>('[data-member]')?.dataset['member'] ?? 'owner'
}

async function tabId(): Promise<string> {
  try {
    const known = sessionStorage.getItem('sextant-tab') ?? newId()
    // A duplicated tab begins with a copy of the storage, and so with the ID of the first one.
    const tab = (await claim(known)) ? known : newId()
    if (tab !== known) await claim(tab)
    sessionStorage.setItem('sextant-tab', tab)
    return tab
  } catch (error) {
    // Storage can be disabled entirely: every load is then a new tab.
    if (error instanceof DOMException) return newId()
    throw error
  }
}

// Long enough for the page that a reload replaces to be gone.
const claimMs = 500

/** Holds a lock while the page is open; false when another page has it. Without locks (HTTP), always true. */
function claim(tab: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise(resolve => {
    const held = () => {
      resolve(true)
      return new Promise<never>(() => {})
    }
    const signal = AbortSignal.timeout(claimMs)
    navigator.locks.request(`sextant-tab-${tab}`, { signal }, held).catch(() => resolve(false))
  })
}
