import type { RouteHandler } from '#lib/gateway/http/endpoint.ts'
import type { Mcp, McpDeps } from './create-mcp.ts'

export interface McpRoute {
  readonly post: RouteHandler
  /** Keys may have changed: clients that listen are notified of other tools. */
  keysChanged(): void
  /** Ends the streams of listening clients, so that the server can close. */
  close(): void
}

/** Loads the MCP server with its first request: other requests and the start do not wait for it. */
export function createMcpRoute(deps: McpDeps): McpRoute {
  let loading: Promise<Mcp> | null = null
  let loaded: Mcp | null = null
  const load = async (): Promise<Mcp> => {
    const { createMcp } = await import('./create-mcp.ts')
    return (loaded ??= createMcp(deps))
  }
  return {
    async post(incoming, outgoing) {
      const mcp = loaded ?? (await (loading ??= load()))
      return await mcp.answer(incoming, outgoing)
    },
    keysChanged: () => loaded?.listeners.keysChanged(),
    close: () => loaded?.listeners.close(),
  }
}
