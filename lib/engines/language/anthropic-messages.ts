import type { ChatMessage, ContentPart } from '#lib/contracts/chat-message.ts'

type Block = Readonly<Record<string, unknown>>
interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/**
 * A conversation as the Messages API takes it: instructions apart, turns that alternate, every tool result in the
 * user turn after its call. Reasoning is left out, because it may only come back with its signature.
 */
export function toAnthropicMessages(messages: readonly ChatMessage[]): { system: string; messages: Turn[] } {
  const turns: Turn[] = []
  const add = (role: Turn['role'], content: readonly Block[]): void => {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  const system: string[] = []
  for (const message of messages) {
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(textOf(message.content))
        break
      case 'user':
        add(
          'user',
          typeof message.content === 'string' ? toText(message.content) : message.content.flatMap(toBlocks),
        )
        break
      case 'assistant':
        add('assistant', [...toText(textOf(message.content)), ...(message.tool_calls ?? []).map(toToolUse)])
        break
      case 'tool':
        add('user', [
          { type: 'tool_result', tool_use_id: message.tool_call_id, content: textOf(message.content) },
        ])
        break
      case 'function':
        add('user', toText(`${message.name}: ${message.content ?? ''}`))
        break
    }
  }
  return { system: system.join('\n\n'), messages: turns.filter(turn => turn.content.length > 0) }
}

function textOf(content: string | readonly { readonly type: string }[] | null | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map(part => ('text' in part && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

// Empty text blocks are refused.
function toText(text: string): Block[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function toBlocks(part: ContentPart): Block[] {
  switch (part.type) {
    case 'text':
      return toText(part.text)
    case 'image_url':
      return [{ type: 'image', source: toSource(part.image_url.url) }]
  }
}

function toSource(url: string): Block {
  const match = /^data:([\w/+.-]+);base64,/.exec(url)
  if (match === null) return { type: 'url', url }
  return { type: 'base64', media_type: match[1], data: url.slice(match[0].length) }
}

function toToolUse(call: { id: string; function: { name: string; arguments: string } }): Block {
  return { type: 'tool_use', id: call.id, name: call.function.name, input: toInput(call.function.arguments) }
}

function toInput(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch (error) {
    // The model itself wrote what does not parse, and must see that it did.
    if (error instanceof SyntaxError) return { invalid_json: text }
    throw error
  }
}
