import type { z } from 'zod'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { McpToolContract } from '#lib/contracts/api/mcp/mcp-tools.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import { ApiError } from '#lib/errors.ts'

/** A call of a tool, as its work sees it. */
export interface ToolCall {
  readonly context: RequestContext
  /** Whether the key may read the web: tools of other scopes do it too. */
  readonly allowsWeb: boolean
  /** Reports progress, which only rises. */
  report(progress: ToolProgress): void
}

export interface ToolProgress {
  readonly done: number
  /** Null: unknown. */
  readonly total: number | null
  readonly message: string
}

/** An item of the library in a result. */
export interface LinkedItem {
  readonly id: string
  readonly title: string
}

export type ToolResult =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'data'
      readonly data: Readonly<Record<string, unknown>>
      readonly items: readonly LinkedItem[]
    }

export interface McpTool {
  readonly contract: McpToolContract
  /** @throws ApiError with the code and path of the first invalid argument, before any work */
  run(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolResult>
}

/** A tool that returns a long text. */
export function textTool<Input extends z.ZodObject>(
  contract: McpToolContract<Input, null>,
  work: (input: z.output<Input>, call: ToolCall) => Promise<string>,
): McpTool {
  return {
    contract,
    async run(given, call) {
      return { kind: 'text', text: await work(readInput(contract.input, given), call) }
    },
  }
}

interface ToolData<Output> {
  readonly data: Output
  readonly items?: readonly LinkedItem[]
}

/** A tool that returns lists and figures. */
export function dataTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  contract: McpToolContract<Input, Output>,
  work: (input: z.output<Input>, call: ToolCall) => Promise<ToolData<z.output<Output>>>,
): McpTool {
  return {
    contract,
    async run(given, call) {
      const { data, items = [] } = await work(readInput(contract.input, given), call)
      return { kind: 'data', data, items }
    },
  }
}

/**
 * A tool of another scope reads a URL only where the key may read the web.
 * @throws ApiError `endpoint_not_allowed`
 */
export function requireWeb(allowsWeb: boolean): void {
  if (allowsWeb) return
  const message =
    'This key lacks the scope `web`, which `url` needs. Send the content itself or use another key.'
  throw new ApiError('endpoint_not_allowed', message, { param: 'url' })
}

/** Models write null for what they leave out. */
function readInput<Input extends z.ZodObject>(
  schema: Input,
  given: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const parsed = parse(schema, present)
  if (parsed.ok) return parsed.value
  throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
}
