import type { ServerResponse } from 'node:http'

// Twelve silences: 120 s by default.
const silencesMax = 12

/** How long a client may read nothing of what was written for it. */
export function unreadMsMax(keepAliveMs: number): number {
  return keepAliveMs * silencesMax
}

/**
 * Cuts off a client that reads nothing of a whole answer. The call has ended and its slot is free, so nothing else
 * would bound how many answers lie in memory.
 */
export function cutWhenUnread(outgoing: ServerResponse, keepAliveMs: number): void {
  if ((outgoing.socket?.writableLength ?? 0) === 0) return
  outgoing.setTimeout(unreadMsMax(keepAliveMs), () => void outgoing.destroy())
}
