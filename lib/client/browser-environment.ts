/** What a run needs of the browser, so that a test can stand in for it. */
export interface SendEnvironment {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  isOnline: () => boolean
  /** Calls back before the next paint; returns how to cancel. */
  onFrame: (callback: () => void) => () => void
}

export const browserEnvironment: SendEnvironment = {
  fetch: (path, init) => fetch(path, init),
  now: () => performance.now(),
  isOnline: () => navigator.onLine,
  onFrame(callback) {
    const cancel = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    const once = () => {
      cancel()
      callback()
    }
    // A hidden tab gets no frames, yet its run has to reach history.
    const frame = requestAnimationFrame(once)
    const timer = setTimeout(once, 500)
    return cancel
  },
}
