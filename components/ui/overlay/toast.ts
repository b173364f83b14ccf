export interface ToastAction {
  label: string
  onSelect: () => void
}

export interface ToastNote {
  title: string
  description?: string
  action?: ToastAction
  /** The next run closes it: its text is no longer true then. */
  untilRun?: true
}

/** Shows a toast; the result closes it. */
type Taker = (note: ToastNote) => () => void

let queue: ToastNote[] = []
let taker: Taker | null = null
let untilRun: (() => void)[] = []
const waiting = new Set<() => void>()

/** A toast, with an optional action such as undo. Never the only place that shows an error. */
export function showToast(title: string, options: Omit<ToastNote, 'title'> = {}): void {
  const note = { title, ...options }
  if (taker) return show(note, taker)
  queue.push(note)
  for (const listener of waiting) listener()
}

/** A toast for a failed action, with the error message. */
export function showFailure(title: string, error: unknown): void {
  showToast(title, { description: error instanceof Error ? error.message : String(error) })
}

/** Receives queued and future toasts until the returned function is called. */
export function takeToasts(take: Taker): () => void {
  taker = take
  for (const note of queue.splice(0)) show(note, take)
  return () => {
    taker = null
  }
}

/** Closes toasts such as "Nothing has run". */
export function closeToastsUntilRun(): void {
  for (const close of untilRun) close()
  untilRun = []
  queue = queue.filter(note => !note.untilRun)
}

export function toastsWaiting(): boolean {
  return queue.length > 0
}

export function onToastWaiting(listener: () => void): () => void {
  waiting.add(listener)
  return () => waiting.delete(listener)
}

function show(note: ToastNote, take: Taker): void {
  const close = take(note)
  if (note.untilRun) untilRun.push(close)
}
