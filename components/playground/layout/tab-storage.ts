/** What this tab keeps across reloads; null where the browser keeps nothing: a reload then starts over. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch (error) {
    // Storage can be switched off altogether.
    if (error instanceof DOMException) return null
    throw error
  }
}
