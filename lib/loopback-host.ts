const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for localhost, 127.0.0.1 and [::1] at any port: forwarded ports are legitimate, other names are not. */
export function isLoopbackHost(host: string | null): boolean {
  if (!host) return false
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host)?.[1]
  return name !== undefined && loopbackNames.has(name.toLowerCase())
}
