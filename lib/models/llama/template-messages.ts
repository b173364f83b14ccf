import { ApiError } from '#lib/errors.ts'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { readJson } from '#lib/read-json.ts'

/** A message in the format of chat templates: text only, tool call arguments as values. */
export interface TemplateMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly type: 'function'
    readonly function: { readonly name: string; readonly arguments: unknown }
  }[]
}

/**
 * @throws ApiError `unsupported_parameter` for parts that are not text, with the path of the part
 */
export function toTemplateMessages(messages: readonly ChatMessage[], modelId: string): TemplateMessage[] {
  return messages.map((message, index) => {
    const content = toText(message.content, `messages.${index}.content`, modelId)
    switch (message.role) {
      case 'system':
      case 'developer':
        return { role: 'system', content }
      case 'user':
        return { role: 'user', content }
      case 'tool':
      case 'function':
        return { role: 'tool', content }
      case 'assistant':
        return {
          role: 'assistant',
          content,
          ...(message.reasoning_content && { reasoning_content: message.reasoning_content }),
          ...(message.tool_calls?.length && {
            tool_calls: message.tool_calls.map(call => ({
              type: 'function' as const,
              function: { name: call.function.name, arguments: toValue(call.function.arguments) },
            })),
          }),
        }
    }
  })
}

function toText(content: ChatMessage['content'], path: string, modelId: string): string {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return content
  return content
    .map((part, index) => {
      if (part.type === 'text' && typeof part['text'] === 'string') return part['text']
      throw new ApiError(
        'unsupported_parameter',
        `The model \`${modelId}\` reads text only; this part has type \`${part.type}\`. Use a model that supports it.`,
        { param: `${path}.${index}` },
      )
    })
    .join('\n')
}

/** Invalid JSON stays text: the template prints it as a string, as the model once wrote it. */
function toValue(text: string): unknown {
  const value = readJson(text)
  return value === undefined ? text : value
}
