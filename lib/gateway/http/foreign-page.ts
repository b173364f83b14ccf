import { isLoopbackHost } from '#lib/loopback-host.ts'

export interface PageSettings {
  readonly appUrl: string | null
  /** Origins that a browser may call from. */
  readonly cors: readonly string[]
  /** Whether the server runs without sign-in on loopback, for users of this machine only. */
  readonly isLocal: boolean
}

/**
 * Whether a host name is not one of this machine, where only this machine can connect: with DNS rebinding it resolves
 * to loopback, and the browser treats its page as same-origin.
 */
export function isForeignHost(host: string | undefined, { appUrl, isLocal }: PageSettings): boolean {
  if (!isLocal || host === undefined || isLoopbackHost(host)) return false
  return appUrl === null || host.toLowerCase() !== new URL(appUrl).host
}

/** Whether the origin is a page of this server. */
export function isOwnOrigin(origin: string, host: string | undefined, { appUrl }: PageSettings): boolean {
  const asked = origin.toLowerCase()
  if (appUrl !== null && asked === new URL(appUrl).origin) return true
  if (host === undefined || !isLoopbackHost(host)) return false
  // A local proxy may terminate TLS.
  return asked === `http://${host.toLowerCase()}` || asked === `https://${host.toLowerCase()}`
}
