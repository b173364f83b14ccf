const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host name or IP address without a port means this machine. */
export function isLoopbackAddress(host: string): boolean {
  return host === '::1' || loopbackNames.has(host)
}

/** True for localhost, 127.0.0.1 and [::1] at any port: forwarded ports are legitimate, other names are not. */
export function isLoopbackHost(host: string | null): boolean {
  if (!host) return false
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host)?.[1]
  return name !== undefined && loopbackNames.has(name.toLowerCase())
}

const reachable: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '[::1]',
  localhost: '127.0.0.1',
}

/** URL by which this machine reaches a server that binds to `host`: an address, all interfaces or a name. */
export function localUrl(host: string, port: number): string {
  const name = reachable[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
  return `http://${name}:${port}`
}
