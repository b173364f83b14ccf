import type { ChatCompletion } from '#lib/contracts/api/chat.ts'
import type { AnswerEvent, AnswerUsage } from '#lib/models/answer/answer-event.ts'
import { createSchemaCheck, type FitsSchema } from '#lib/models/answer/fits-schema.ts'
import { planAnswer } from '#lib/models/answer/plan-answer.ts'
import { readJson } from '#lib/read-json.ts'
import type { ChatCall } from './chat-call.ts'
import { createHead, toChoice, toUsage } from './chat-format.ts'
import type { PromptReading } from '#lib/models/llama/chat-runner.ts'
import { sendJson, sendWait, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import {
  acquireModel,
  isSlow,
  isWait,
  toReadingNote,
  toServerTiming,
  type ModelLease,
} from './model-lease.ts'

/** Responds without streaming. */
export async function answerPlain(host: ModelHost, exchange: Exchange, call: ChatCall): Promise<void> {
  using lease = await acquireModel(host, call.entry, exchange, note => {
    if (isWait(note)) sendWait(exchange, note)
  })
  const choices: ChatCompletion['choices'] = []
  const usages: AnswerUsage[] = []
  for (let index = 0; index < (call.request.n ?? 1); index += 1) {
    const events = await answerOnce(lease, exchange, call, index)
    choices.push(toChoice(index, events))
    usages.push(...events.flatMap(event => (event.type === 'finish' ? [event.usage] : [])))
  }
  const completion: ChatCompletion = {
    ...createHead(call.entry),
    object: 'chat.completion',
    choices,
    usage: toUsage(usages),
  }
  sendJson(exchange, completion, { headers: { 'server-timing': toServerTiming(lease) } })
}

/** Grammars cannot express everything in a schema: an invalid answer is generated once more. */
async function answerOnce(
  lease: ModelLease,
  exchange: Exchange,
  { request }: ChatCall,
  index: number,
): Promise<AnswerEvent[]> {
  let last = ''
  const onReading = (reading: PromptReading) => {
    const note = toReadingNote(reading)
    if (note === last || !isSlow(reading, lease)) return
    last = note
    sendWait(exchange, note)
  }
  const options = { index, signal: exchange.signal, onReading }
  const first = await Array.fromAsync(lease.runner.answer(request, options))
  const { textSchema } = planAnswer(request)
  if (textSchema === null) return first
  const fitsSchema = createSchemaCheck(exchange.signal)
  if (await fits(textSchema, first, fitsSchema)) return first
  const second = await Array.fromAsync(lease.runner.answer({ ...request, temperature: 0 }, options))
  return (await fits(textSchema, second, fitsSchema)) ? second : first
}

async function fits(
  schema: Readonly<Record<string, unknown>>,
  events: readonly AnswerEvent[],
  fitsSchema: FitsSchema,
): Promise<boolean> {
  const { message, finish_reason: finish } = toChoice(0, events)
  if (finish !== 'stop') return true
  const value = readJson(message.content ?? '')
  return value !== undefined && (await fitsSchema(schema, value))
}
