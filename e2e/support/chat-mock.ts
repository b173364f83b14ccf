import { echo, echoToolCall } from './echo.ts'
import type { AnswerScript, ToolShape } from './script.ts'
import type { ChatBody } from './scripted-upstream.ts'

const created = 1_763_700_000

/** The non-streamed completion of an answer. */
export function toCompletion(script: AnswerScript, body: ChatBody): unknown {
  const { text, calls, finish, usage } = planAnswer(script, body)
  const message = {
    role: 'assistant',
    content: calls.length > 0 ? null : text.join(''),
    ...(script.reasoning !== undefined && {
      [script.reasoningField ?? 'reasoning_content']: script.reasoning,
    }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(call => ({
        ...(script.toolShape !== 'no-id' && { id: `call_${call.id}` }),
        type: 'function',
        function: { name: call.name, arguments: argumentsOf(call.arguments, script.toolShape) },
      })),
    }),
  }
  const choices = Array.from({ length: script.choices ?? body.n ?? 1 }, (_, index) => ({
    index,
    message,
    finish_reason: finish,
  }))
  return {
    id: 'up-1',
    object: 'chat.completion',
    created,
    model: body.model,
    choices,
    ...(script.usage !== 'none' && { usage }),
    ...script.extra,
  }
}

/** The events of a streamed answer, in order, without `[DONE]`. */
export function toEvents(script: AnswerScript, body: ChatBody): unknown[] {
  const { text, calls, finish, usage } = planAnswer(script, body)
  const head = { id: 'up-1', object: 'chat.completion.chunk', created, model: body.model, ...script.extra }
  const deltas: unknown[] = [{ role: 'assistant', content: '' }]
  if (script.reasoning !== undefined) {
    deltas.push({ [script.reasoningField ?? 'reasoning_content']: script.reasoning })
  }
  if (calls.length === 0) deltas.push(...text.map(content => ({ content })))
  else deltas.push(...calls.flatMap((call, index) => toolDeltas(call, index, script.toolShape ?? 'standard')))
  const indexes = Array.from({ length: script.choices ?? body.n ?? 1 }, (_, index) => index)
  const events: Record<string, unknown>[] = deltas.flatMap(delta =>
    indexes.map(index => ({ ...head, choices: [{ index, delta, finish_reason: null }] })),
  )
  for (const index of indexes)
    events.push({ ...head, choices: [{ index, delta: {}, finish_reason: finish }] })
  const where = script.usage ?? 'asked'
  const last = events.at(-1)
  if (where === 'last-choice' && last !== undefined) last['usage'] = usage
  if (where === 'groq' && last !== undefined) last['x_groq'] = { id: 'req_1', usage }
  if (where === 'continuous') for (const event of events) event['usage'] = usage
  const asked = where === 'asked' && body.stream_options?.include_usage === true
  if (asked || where === 'own-chunk') events.push({ ...head, choices: [], usage })
  return events
}

/** A tool call of an answer. */
export interface Call {
  /** Unique in a conversation: clients drop a call whose ID they know. */
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

/** Text, calls and usage of an answer, in any API format. */
export function planAnswer(script: AnswerScript, body: ChatBody) {
  const echoed = script.text === undefined && script.toolCalls === undefined ? echoToolCall(body) : null
  const named = script.toolCalls ?? (echoed === null ? [] : [echoed])
  const turn = body.messages?.length ?? 0
  const calls: readonly Call[] = named.map((call, index) => ({ ...call, id: `up_${turn}_${index}` }))
  const said = script.text ?? echo(body)
  const text = typeof said === 'string' ? (said.match(/\S+\s*/g) ?? []) : said
  const limit = body.max_completion_tokens ?? body.max_tokens ?? Infinity
  const isCut = script.tokens !== undefined && script.tokens > limit
  const completion = script.tokens === undefined ? Math.max(1, text.length) : Math.min(script.tokens, limit)
  const prompt = Math.max(1, Math.ceil(JSON.stringify(body.messages ?? []).length / 4))
  return {
    text,
    calls,
    finish: isCut
      ? 'length'
      : script.finish === undefined
        ? calls.length > 0
          ? 'tool_calls'
          : 'stop'
        : script.finish,
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      ...(script.cost !== undefined && { cost: script.cost }),
    },
  }
}

function argumentsOf(value: unknown, shape: ToolShape | undefined): unknown {
  return shape === 'object-arguments' || typeof value === 'string' ? value : JSON.stringify(value)
}

function toolDeltas(call: Call, index: number, shape: ToolShape): unknown[] {
  const id = `call_${call.id}`
  const whole = argumentsOf(call.arguments, shape)
  const place = shape === 'no-index' ? {} : { index: shape === 'index-zero' ? 0 : index }
  const one = (fields: object) => ({ tool_calls: [{ ...place, ...fields }] })
  if (typeof whole !== 'string' || shape === 'whole' || shape === 'no-index' || shape === 'index-zero') {
    return [one({ id, type: 'function', function: { name: call.name, arguments: whole } })]
  }
  const half = Math.ceil(whole.length / 2)
  const named = shape === 'no-id' ? {} : { id }
  const again = shape === 'id-in-every-fragment' ? { id: `${id}_again` } : {}
  return [
    one({ ...named, type: 'function', function: { name: call.name, arguments: '' } }),
    one({ ...again, function: { arguments: whole.slice(0, half) } }),
    one({ ...again, function: { arguments: whole.slice(half) } }),
  ]
}
