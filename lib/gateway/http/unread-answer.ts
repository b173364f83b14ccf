import type { ServerResponse } from 'node:http'

// Twelve keep-alive intervals: 120 s by default.
const silencesMax = 12

/** How long a client may leave a response unread. */
export function unreadMsMax(keepAliveMs: number): number {
  return keepAliveMs * silencesMax
}

/**
 * Disconnects a client that does not read a complete response. The request has ended and its slot is free, so
 * nothing else bounds the number of responses in memory.
 */
export function cutWhenUnread(outgoing: ServerResponse, keepAliveMs: number): void {
  if ((outgoing.socket?.writableLength ?? 0) === 0) return
  outgoing.setTimeout(unreadMsMax(keepAliveMs), () => void outgoing.destroy())
}
