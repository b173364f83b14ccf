import { type Answer, type Choice, emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { responseUsage } from '#lib/client/api-format/response-usage.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

/** The answer in the body of a plain response of the Responses API; empty when the body is invalid. */
export function readResponse(body: string, atMs: number | null): Answer {
  const response = toObject(readJson(body))
  if (!Array.isArray(response['output'])) return emptyAnswer
  const items = toList(response['output']).filter(isRecord)
  const choice = items.reduce((before, item) => closeItem(openItem(before, item), item), emptyChoice)
  return {
    ...emptyAnswer,
    ...toEnd(choice, response),
    model: toText(response['model']),
    firstContentMs: atMs,
    lastMs: atMs,
  }
}

/** The answer after one event of a stream of the Responses API; unknown events leave it unchanged. */
export function readResponseEvent(answer: Answer, data: string, atMs: number): Answer {
  const event = toObject(readJson(data))
  const item = toObject(event['item'])
  switch (event['type']) {
    case 'response.created':
      return { ...answer, model: toText(toObject(event['response'])['model']) ?? answer.model }
    case 'response.output_item.added':
      return withChoice(answer, choice => openItem(choice, item), atMs)
    case 'response.output_item.done':
      return withChoice(answer, choice => closeItem(choice, item), atMs)
    case 'response.output_text.delta':
      return withChoice(answer, choice => ({ ...choice, content: choice.content + deltaOf(event) }), atMs)
    case 'response.refusal.delta':
      return withChoice(
        answer,
        choice => ({ ...choice, refusal: (choice.refusal ?? '') + deltaOf(event) }),
        atMs,
      )
    case 'response.reasoning_summary_part.added':
      return toNumber(event['summary_index']) === 0 ? answer : addReasoning(answer, '\n\n', atMs)
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return addReasoning(answer, deltaOf(event), atMs)
    case 'response.function_call_arguments.delta':
      return withChoice(answer, choice => continueCall(choice, deltaOf(event)), atMs)
    case 'response.completed':
    case 'response.incomplete':
      return { ...answer, ...toEnd(answer.choices[0] ?? emptyChoice, toObject(event['response'])) }
    default:
      return answer
  }
}

function deltaOf({ delta }: JsonObject): string {
  return toText(delta) ?? ''
}

function addReasoning(answer: Answer, text: string, atMs: number): Answer {
  return withChoice(answer, choice => ({ ...choice, reasoning: choice.reasoning + text }), atMs)
}

function withChoice(answer: Answer, change: (choice: Choice) => Choice, atMs: number): Answer {
  const before = answer.choices[0] ?? emptyChoice
  const after = change(before)
  if (after === before) return answer
  const reasons = after.reasoning !== before.reasoning
  const speaks =
    after.content !== before.content ||
    after.refusal !== before.refusal ||
    after.toolCalls !== before.toolCalls
  return {
    ...answer,
    choices: [after],
    firstReasoningMs: answer.firstReasoningMs ?? (reasons ? atMs : null),
    firstContentMs: answer.firstContentMs ?? (speaks ? atMs : null),
    lastMs: reasons || speaks ? atMs : answer.lastMs,
  }
}

/** A message or reasoning after another one is a paragraph of its own. */
function openItem(choice: Choice, item: JsonObject): Choice {
  switch (item['type']) {
    case 'message':
      return choice.content === '' ? choice : { ...choice, content: `${choice.content}\n\n` }
    case 'reasoning':
      return choice.reasoning === '' ? choice : { ...choice, reasoning: `${choice.reasoning}\n\n` }
    case 'function_call':
    case 'custom_tool_call': {
      const { call_id: id, name } = item
      const called = { name: toText(name) ?? '', arguments: '' }
      const call = { id: toText(id) ?? '', type: 'function' as const, function: called }
      return { ...choice, toolCalls: [...choice.toolCalls, call] }
    }
    default:
      return choice
  }
}

function continueCall(choice: Choice, text: string): Choice {
  const last = choice.toolCalls.at(-1)
  if (last === undefined || text === '') return choice
  const called = { ...last.function, arguments: last.function.arguments + text }
  return { ...choice, toolCalls: [...choice.toolCalls.slice(0, -1), { ...last, function: called }] }
}

/** A whole item. The text of a stream has come in pieces, that of a plain response has not. */
function closeItem(choice: Choice, item: JsonObject): Choice {
  switch (item['type']) {
    case 'message': {
      const parts = toList(item['content']).map(toObject)
      const text = textsOf(parts, 'text', '')
      const refusal = textsOf(parts, 'refusal', '')
      return {
        ...choice,
        content: completed(choice.content, text),
        refusal: refusal === '' ? choice.refusal : refusal,
      }
    }
    case 'reasoning': {
      const { summary, content, encrypted_content: carried } = item
      const parts = toList(summary).length > 0 ? toList(summary) : toList(content)
      const reasoning = completed(choice.reasoning, textsOf(parts.map(toObject), 'text', '\n\n'))
      const blocks = choice.thinkingBlocks ?? []
      // The next request repeats it: with `store: false` the server knows no other.
      return {
        ...choice,
        reasoning,
        ...(typeof carried === 'string' && { thinkingBlocks: [...blocks, item] }),
      }
    }
    case 'function_call':
      return closeCall(choice, item, toText(item['arguments']) ?? '')
    case 'custom_tool_call':
      return closeCall(choice, item, JSON.stringify({ input: item['input'] }))
    default:
      return choice
  }
}

function textsOf(parts: readonly JsonObject[], field: string, separator: string): string {
  return parts.flatMap(part => toText(part[field]) ?? []).join(separator)
}

/** The text so far, with the end of it if that has not arrived in pieces. */
function completed(before: string, text: string): string {
  return before.endsWith(text) ? before : before + text
}

/** The arguments of a call; they must parse, so none are an empty object. */
function closeCall(choice: Choice, { call_id: id }: JsonObject, text: string): Choice {
  const written = text === '' ? '{}' : text
  const toolCalls = choice.toolCalls.map(call =>
    call.id === id ? { ...call, function: { ...call.function, arguments: written } } : call,
  )
  return { ...choice, toolCalls }
}

function toEnd(choice: Choice, response: JsonObject): Pick<Answer, 'choices' | 'usage'> {
  return {
    choices: [{ ...choice, finishReason: toFinishReason(choice, response) }],
    usage: responseUsage(response['usage']),
  }
}

function toFinishReason({ toolCalls }: Choice, response: JsonObject): string | null {
  const { status, incomplete_details: details } = response
  if (status === 'completed') return toolCalls.length > 0 ? 'tool_calls' : 'stop'
  const reason = toText(toObject(details)['reason'])
  return reason === 'max_output_tokens' ? 'length' : reason
}
