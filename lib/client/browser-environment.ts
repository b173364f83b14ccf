/** What a run needs of the browser, so that a test can stand in for it. */
export interface SendEnvironment {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  isOnline: () => boolean
  /** Whether the page is being left: what fails then has failed of that. */
  isLeaving: () => boolean
  /** Calls back before the next paint; returns how to cancel. */
  onFrame: (callback: () => void) => () => void
}

// A page that was about to be left may stay after all, at a download for instance.
const leavingMaxMs = 5000
let leavingSince = -Infinity
if (typeof window !== 'undefined') {
  const markLeaving = () => {
    leavingSince = performance.now()
  }
  window.addEventListener('beforeunload', markLeaving)
  window.addEventListener('pagehide', markLeaving)
}

export const browserEnvironment: SendEnvironment = {
  fetch: (path, init) => fetch(path, init),
  now: () => performance.now(),
  isOnline: () => navigator.onLine,
  isLeaving: () => performance.now() - leavingSince < leavingMaxMs,
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
