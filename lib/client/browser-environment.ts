/** The browser APIs that a run needs; replaceable in tests. */
export interface SendEnvironment {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Milliseconds of a monotonic clock. */
  now: () => number
  isOnline: () => boolean
  /** Whether the page is unloading, which explains a failure. */
  isLeaving: () => boolean
  /** Calls back before the next paint; returns a cancel function. */
  onFrame: (callback: () => void) => () => void
}

// An unload can be canceled, e.g. if the link starts a download.
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
    // A hidden tab gets no frames, but its run must still be saved.
    const frame = requestAnimationFrame(once)
    const timer = setTimeout(once, 500)
    return cancel
  },
}
