const key = 'sextant-search-at-once'

/** Whether a question in the address is asked without a press of Run: a setting of this browser, off at first. */
export function readRunsAtOnce(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch (error) {
    // Storage can be switched off altogether.
    if (error instanceof DOMException) return false
    throw error
  }
}

export function writeRunsAtOnce(on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
