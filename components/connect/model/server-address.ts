/**
 * The address of a server as typed or pasted, without a path: clients add their own.
 * @returns null where it is not one
 */
export function readServerAddress(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null
  const path = url.pathname.replace(/(\/v1)?\/*$/, '')
  return `${url.origin}${path}`
}

type CallsFrom = 'this machine' | 'its own servers' | 'a container'

/** The warning for a client that cannot reach an address; null: it can. */
export function warnOfAddress(address: string, { name, callsFrom }: { name: string; callsFrom: CallsFrom }) {
  if (callsFrom === 'this machine' || !isLoopback(address)) return null
  return callsFrom === 'a container'
    ? `${name} runs in a container, where ${hostOf(address)} is the container itself. Enter an address of this machine that the container can reach.`
    : `${name} sends requests from its own servers, which cannot reach ${hostOf(address)}. Enter a public address.`
}

function isLoopback(address: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostOf(address))
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? ''
}

export interface WindowNeeds {
  readonly all: number
  readonly less: { readonly tokens: number; readonly flag: string }
}

/** The warning for a client whose requests are longer than a context window; null: they fit. */
export function warnOfWindow(
  contextWindow: number | null,
  { name, needsTokens }: { name: string; needsTokens: WindowNeeds | null },
): string | null {
  if (contextWindow === null || needsTokens === null || contextWindow >= needsTokens.all) return null
  const { all, less } = needsTokens
  const [window, needed, atLeast] = [contextWindow, all, less.tokens].map(count => count.toLocaleString('en'))
  const first = `The context window of ${window} tokens is too small for ${name}, which needs ${needed} with its own tools`
  return contextWindow >= less.tokens
    ? `${first}. The lines below use ${less.flag}, which needs ${atLeast}.`
    : `${first}, or ${atLeast} with ${less.flag}. Choose another model.`
}
