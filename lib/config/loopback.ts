const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

/** Whether a host name or address means this machine alone. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.has(host)
}
