import type { Library } from '#lib/capabilities/library/create-library.ts'
import type { McpTools } from '#lib/capabilities/mcp/create-mcp-tools.ts'
import type { ApiError } from '#lib/errors.ts'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { OpenToolCalls } from './open-tool-calls.ts'
import type { McpMessage } from './read-message.ts'

/** One request and its answer. */
export interface McpExchange {
  readonly context: GatewayContext
  readonly key: LimitedKey
  readonly message: McpMessage
  readonly query: URLSearchParams
  /** The work that the request started; resolves to its error once it has ended. */
  work: Promise<ApiError | null> | null
}

export interface McpServerDeps {
  readonly gateway: Gateway
  readonly tools: McpTools
  readonly calls: OpenToolCalls
  readonly library: Pick<Library, 'routes'>
  readonly version: string
  readonly callMsMax: number
}
