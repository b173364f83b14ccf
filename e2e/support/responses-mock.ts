import { planAnswer } from './chat-mock.ts'
import type { AnswerScript } from './script.ts'
import type { ChatBody } from './scripted-upstream.ts'

/** The non-streamed response with the text of an answer. */
export function toResponse(script: AnswerScript, body: ChatBody): unknown {
  const { pieces, usage } = planResponse(script, body)
  return { ...head(body), status: 'completed', output: [toMessage(pieces.join(''))], usage }
}

/** The events of a streamed response, in order. */
export function toResponseEvents(script: AnswerScript, body: ChatBody): unknown[] {
  const { pieces, usage } = planResponse(script, body)
  const begun = { ...head(body), status: 'in_progress', output: [], usage: null }
  const message = toMessage(pieces.join(''))
  const at = { output_index: 0, content_index: 0, item_id: message.id }
  const [part] = message.content
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...message, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...pieces.map(delta => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.completed', response: { ...begun, status: 'completed', output: [message], usage } },
  ]
  return events.map((event, index) => ({ ...event, sequence_number: index }))
}

function head({ model }: ChatBody) {
  return { id: 'resp_up', object: 'response', created_at: 1_756_315_696, model, error: null, store: false }
}

function planResponse(script: AnswerScript, { input, ...rest }: ChatBody & { readonly input?: unknown }) {
  const messages = [{ role: 'user', content: typeof input === 'string' ? input : JSON.stringify(input) }]
  const { text, usage } = planAnswer(script, { ...rest, messages })
  return {
    pieces: text,
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.prompt_tokens + usage.completion_tokens,
    },
  }
}

function toMessage(text: string) {
  const part = { type: 'output_text', annotations: [], logprobs: [], text } as const
  return { id: 'msg_up', type: 'message', status: 'completed', role: 'assistant', content: [part] } as const
}
