import type { InputBlock, MessageTool } from '#lib/contracts/api/messages/message-blocks.ts'
import { ApiError } from '#lib/errors.ts'

type ToolChange = Extract<InputBlock, { type: 'tool_addition' | 'tool_removal' }>

/** Something of the request, and its path. */
export interface AtPath<Value> {
  readonly value: Value
  readonly param: string
}

/** How a conversation changes the tools of its request: the last change of a tool counts. */
export class ToolChanges {
  readonly #isOffered = new Map<string, boolean>()
  readonly #defined: AtPath<MessageTool>[] = []
  readonly #referenced: AtPath<string>[] = []

  /** Tools that are defined within the conversation, in this order. */
  get defined(): readonly AtPath<MessageTool>[] {
    return this.#defined
  }

  /** Names that must be those of tools. */
  get referenced(): readonly AtPath<string>[] {
    return this.#referenced
  }

  /** Undefined: the conversation does not say. */
  isOffered(name: string): boolean | undefined {
    return this.#isOffered.get(name)
  }

  /** A result names a tool that was found. */
  load(name: string): void {
    this.#isOffered.set(name, true)
  }

  /** @throws ApiError `unsupported_parameter` for tools of an MCP server */
  change({ type, tool }: ToolChange, param: string): void {
    switch (tool.type) {
      case 'tool_reference':
        this.#referenced.push({ value: tool.name, param: `${param}.tool.name` })
        this.#isOffered.set(tool.name, type === 'tool_addition')
        return
      case 'tool_definition':
        this.#defined.push({ value: tool.definition, param: `${param}.tool.definition` })
        // A definition replaces the removed tool too.
        if (tool.definition.name) this.#isOffered.delete(tool.definition.name)
        return
      case 'mcp_tool_reference':
      case 'mcp_toolset_reference': {
        const message = `A reference of the type \`${tool.type}\` works only with models of Anthropic. Use tools of your own.`
        throw new ApiError('unsupported_parameter', message, { param: `${param}.tool.type` })
      }
    }
  }
}
