import type { CallToolResult } from '@modelcontextprotocol/server'
import type { McpTool, ToolCall, ToolResult } from '#lib/capabilities/mcp/mcp-tool.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { logUnexpected } from '#lib/gateway/log.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import { libraryUri } from './library-uri.ts'

export interface ToolOutcome {
  readonly result: CallToolResult
  /** Reported to the model in the result, and stored in the row of the call. */
  readonly error: ApiError | null
}

interface ToolBounds {
  readonly gateway: Gateway
  readonly key: LimitedKey
  readonly callMsMax: number
}

/** Runs a tool within the limits of its key. Faults are results, which a model can read and react to. */
export async function callTool(
  tool: McpTool,
  given: Readonly<Record<string, unknown>>,
  call: ToolCall & { readonly context: GatewayContext },
  { gateway, key, callMsMax }: ToolBounds,
): Promise<ToolOutcome> {
  const { context } = call
  using _deadline = limitDuration(context, callMsMax)
  try {
    await context.limits.take(key, true)
    const result = toCallToolResult(await tool.run(given, call))
    // An abort unnoticed by the tool must not look like a complete result.
    context.signal.throwIfAborted()
    if (context.journaled !== null) await context.journaled
    context.trace.first()
    context.capture?.answer([Buffer.from(JSON.stringify(result))])
    return { result, error: null }
  } catch (thrown) {
    const error = toApiError(context.signal.aborted ? context.signal.reason : thrown)
    logUnexpected(gateway.log, context, { error, thrown })
    const result = toErrorResult(error, context.id)
    context.capture?.answer([Buffer.from(JSON.stringify(result))])
    return { result, error }
  } finally {
    context.limits.release()
  }
}

/** Aborts a call that takes too long, until it is disposed of. */
export function limitDuration(context: GatewayContext, callMsMax: number): Disposable {
  const late = setTimeout(() => context.abort(tooLate(callMsMax)), callMsMax)
  return { [Symbol.dispose]: () => clearTimeout(late) }
}

function tooLate(callMsMax: number): ApiError {
  const message = `The call took longer than ${callMsMax / 1000} s, which is the limit. Ask for less.`
  return new ApiError('processing_timeout', message)
}

/** Data travels as text too: some clients read only one of them. */
function toCallToolResult(result: ToolResult): CallToolResult {
  switch (result.kind) {
    case 'text':
      return { content: [{ type: 'text', text: result.text }] }
    case 'data':
      return {
        content: [
          { type: 'text', text: JSON.stringify(result.data) },
          ...result.items.map(({ id, title }) => ({
            type: 'resource_link' as const,
            uri: libraryUri(id),
            name: title,
            mimeType: 'text/markdown',
          })),
        ],
        structuredContent: result.data,
      }
  }
}

const errorCharsMax = 2000

function toErrorResult(error: ApiError, requestId: string): CallToolResult {
  const { code, param, retryAfterMs, message } = error
  const where = param === null ? '' : ` at \`${param}\``
  const wait =
    retryAfterMs === null || /\bin \d+ s\b/.test(message)
      ? ''
      : ` Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  const id = code === 'internal_error' ? ` Request ID: ${requestId}.` : ''
  const text = `${code}${where}: ${message}${wait}${id}`
  return { content: [{ type: 'text', text: text.slice(0, errorCharsMax) }], isError: true }
}
