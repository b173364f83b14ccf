import type { AnswerUsage } from '#lib/models/answer/answer-event.ts'
import type { ChatCall } from './chat-call.ts'
import { createHead, toChunk, toToolCall, toUsage, toUsageChunk, type AnswerHead } from './chat-format.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import type { PromptReading } from '#lib/models/llama/chat-runner.ts'
import type { ModelHost } from './model-host.ts'
import {
  acquireModel,
  isSlow,
  isWait,
  toReadingNote,
  toServerTiming,
  type ModelLease,
} from './model-lease.ts'

/** Responds with server-sent events. */
export async function answerStreaming(host: ModelHost, exchange: Exchange, call: ChatCall): Promise<void> {
  let timing: Readonly<Record<string, string>> = {}
  const stream = openEventStream(exchange, { keepAliveMs: host.keepAliveMs, headers: () => timing })
  let last = ''
  const note = (text: string) => {
    // Nothing is sent before a wait begins: until then an error still has its status.
    if ((last === '' && !isWait(text)) || text === last) return
    last = text
    stream.note(text)
  }
  try {
    using lease = await acquireModel(host, call.entry, exchange, note)
    timing = { 'server-timing': toServerTiming(lease) }
    const head = createHead(call.entry)
    const includeUsage = call.request.stream_options?.include_usage === true
    const usages: AnswerUsage[] = []
    for (let index = 0; index < (call.request.n ?? 1); index += 1)
      usages.push(
        await streamAnswer(stream, head, lease, exchange, call, {
          index,
          includeUsage,
          onReading: reading => {
            if (last !== '' || isSlow(reading, lease)) note(toReadingNote(reading))
          },
        }),
      )
    if (includeUsage) await stream.event(toUsageChunk(head, toUsage(usages)))
    await stream.event('[DONE]')
    stream.done()
  } catch (error) {
    stream.fail(error)
    throw error
  }
}

interface AnswerOptions {
  readonly index: number
  readonly includeUsage: boolean
  readonly onReading: (reading: PromptReading) => void
}

async function streamAnswer(
  stream: EventStream,
  head: AnswerHead,
  lease: ModelLease,
  { signal }: Exchange,
  { request }: ChatCall,
  { index, includeUsage, onReading }: AnswerOptions,
): Promise<AnswerUsage> {
  let callCount = 0
  let started = false
  const send = async (delta: Parameters<typeof toChunk>[2]) =>
    await stream.event(toChunk(head, index, delta, { includeUsage }))
  for await (const event of lease.runner.answer(request, { index, signal, onReading })) {
    if (!started) await send({ role: 'assistant', content: '', refusal: null })
    started = true
    switch (event.type) {
      case 'text':
        await stream.event(
          toChunk(head, index, { content: event.text }, { logprobs: event.logprobs, includeUsage }),
        )
        break
      case 'reasoning':
        await send({ reasoning_content: event.text })
        break
      case 'tool_call': {
        const { id, type, function: called } = toToolCall(event.call)
        const opening = { index: callCount, id, type, function: { name: called.name, arguments: '' } }
        await send({ tool_calls: [opening] })
        await send({ tool_calls: [{ index: callCount, function: { arguments: called.arguments } }] })
        callCount += 1
        break
      }
      case 'finish':
        await stream.event(toChunk(head, index, {}, { finish: event.reason, includeUsage }))
        return event.usage
    }
  }
  throw new Error('the answer ended without a finish event')
}
