import { type Call, planAnswer } from './chat-mock.ts'
import type { AnswerScript } from './script.ts'
import type { ChatBody } from './scripted-upstream.ts'

interface Block {
  readonly start: object
  readonly whole: object
  readonly deltas: readonly object[]
}

/** The non-streamed message of an answer. */
export function toMessage(script: AnswerScript, body: ChatBody): unknown {
  const { blocks, stop, usage } = planMessage(script, body)
  return { ...head(body), content: blocks.map(({ whole }) => whole), stop_reason: stop, usage }
}

/** The events of a streamed message, in order. */
export function toMessageEvents(script: AnswerScript, body: ChatBody): unknown[] {
  const { blocks, stop, usage } = planMessage(script, body)
  const begun = { ...head(body), content: [], stop_reason: null, usage: { ...usage, output_tokens: 0 } }
  return [
    { type: 'message_start', message: begun },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

function head({ model, messages }: ChatBody) {
  // Clients merge messages of one ID.
  return {
    id: `msg_up_${messages?.length ?? 0}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
  }
}

const stops: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
}

function planMessage(script: AnswerScript, body: ChatBody) {
  const { tools, ...rest } = body
  const functions = tools?.map(toFunction)
  const { text, calls, finish, usage } = planAnswer(script, {
    ...rest,
    ...(functions !== undefined && { tools: functions }),
  })
  return {
    blocks: calls.length > 0 ? calls.map(toCallBlock) : [toTextBlock(text)],
    stop: finish === null ? null : (stops[finish] ?? finish),
    usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
  }
}

/** A tool as chat requests have it. */
function toFunction(tool: object) {
  const { name = '', input_schema: parameters } = tool as { name?: string; input_schema?: unknown }
  return { function: { name, parameters } }
}

function toTextBlock(pieces: readonly string[]): Block {
  return {
    start: { type: 'text', text: '' },
    whole: { type: 'text', text: pieces.join('') },
    deltas: pieces.map(text => ({ type: 'text_delta', text })),
  }
}

function toCallBlock({ id, name, arguments: input }: Call): Block {
  const start = { type: 'tool_use', id: `toolu_${id}`, name, input: {} }
  const json = JSON.stringify(input)
  const half = Math.ceil(json.length / 2)
  return {
    start,
    whole: { ...start, input },
    deltas: [json.slice(0, half), json.slice(half)].map(part => ({
      type: 'input_json_delta',
      partial_json: part,
    })),
  }
}
