/** Session storage of this tab; null when the browser blocks storage: a reload then starts over. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch (error) {
    // Storage can be disabled entirely.
    if (error instanceof DOMException) return null
    throw error
  }
}
