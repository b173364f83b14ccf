import { openHistory, type History } from './history.ts'

let opened: Promise<History> | undefined

/** The one history of this page, opened at first use. */
export function sharedHistory(): Promise<History> {
  const tab = tabId()
  opened ??= openHistory({ writer: { tab, id: `${tab}.${randomId()}` } })
  return opened
}

function tabId(): string {
  try {
    const known = sessionStorage.getItem('sextant-tab') ?? randomId()
    sessionStorage.setItem('sextant-tab', known)
    return known
  } catch (error) {
    // Storage can be switched off altogether: then every load is a tab of its own.
    if (error instanceof DOMException) return randomId()
    throw error
  }
}

// `crypto.randomUUID` is missing on plain HTTP.
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), byte =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
}
