import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { toCompletion, toEvents } from './chat-mock.ts'
import { printEmbeddings } from './embeddings-mock.ts'
import { toMessage, toMessageEvents } from './messages-mock.ts'
import { toRanking } from './rerank-adapter.ts'
import { toResponse, toResponseEvents } from './responses-mock.ts'
import type { AnswerScript, ErrorScript, HangScript, RawScript, Script } from './script.ts'
import type { ScriptedBody } from './scripted-upstream.ts'

/** How an API format writes answers. */
interface AnswerFormat {
  toAnswer(script: AnswerScript, body: ScriptedBody): unknown
  toEvents(script: AnswerScript, body: ScriptedBody): unknown[]
  /** Lines before the data of an event. */
  name(event: unknown, newline: string): string
  /** The data of the last event; null: none. */
  readonly last: string | null
}

const chat: AnswerFormat = { toAnswer: toCompletion, toEvents, name: () => '', last: '[DONE]' }
const messages: AnswerFormat = {
  toAnswer: toMessage,
  toEvents: toMessageEvents,
  name: (event, newline) => `event: ${(event as { type?: string }).type ?? 'error'}${newline}`,
  last: null,
}
const responses: AnswerFormat = { ...messages, toAnswer: toResponse, toEvents: toResponseEvents }

function formatOf(path: string): AnswerFormat {
  if (path.startsWith('/v1/messages')) return messages
  return path.startsWith('/v1/responses') ? responses : chat
}

/** Plays one script on a response; the path selects the API format of answers. */
export async function play(
  script: Script,
  body: ScriptedBody,
  response: ServerResponse,
  path = '',
): Promise<void> {
  const format = formatOf(path)
  switch (script.kind) {
    case 'answer':
      return body.stream === true
        ? streamAnswer(script, body, response, format)
        : plainAnswer(script, body, response, format)
    case 'vectors':
      await sleep(script.delayMs ?? 0)
      return sendWhole(printEmbeddings(script, body), response)
    case 'scores':
      await script.until
      return sendWhole(JSON.stringify(toRanking(script, body)), response)
    case 'error':
      return refuse(script, response)
    case 'hang':
      return hang(script, response)
    case 'raw':
      return sendRaw(script, response)
  }
}

async function plainAnswer(
  script: AnswerScript,
  body: ScriptedBody,
  response: ServerResponse,
  format: AnswerFormat,
): Promise<void> {
  const waitMs = (script.firstDelayMs ?? 0) + (script.delayMs ?? 0)
  if (waitMs > 0) await sleep(waitMs)
  const end = script.after?.end
  const answer = typeof end === 'object' ? end.event : format.toAnswer(script, body)
  const bytes = Buffer.from(JSON.stringify(answer))
  if (end === undefined || typeof end === 'object') {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...script.headers,
    })
    response.end(bytes)
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.write(bytes.subarray(0, bytes.length >> 1))
  if (end !== 'hang') setImmediate(() => response.destroy())
}

async function streamAnswer(
  script: AnswerScript,
  body: ScriptedBody,
  response: ServerResponse,
  format: AnswerFormat,
): Promise<void> {
  const newline = script.newline ?? '\n'
  const delayMs = script.delayMs ?? 0
  const send = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    const step = script.writeBytes ?? bytes.length
    for (let at = 0; at < bytes.length; at += step) {
      if (response.destroyed) return
      if (!response.write(bytes.subarray(at, at + step))) await drained(response)
      // Separate writes need separate event loop turns, or the socket joins them.
      if (script.writeBytes !== undefined) await (delayMs > 0 ? sleep(delayMs) : sleep(0))
    }
  }
  const sendEvent = (event: unknown) =>
    send(
      `${format.name(event, newline)}data: ${typeof event === 'string' ? event : JSON.stringify(event)}${newline}${newline}`,
    )

  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers })
  if ((script.firstDelayMs ?? 0) > 0) {
    response.flushHeaders()
    await sleep(script.firstDelayMs)
  }
  if (script.byteOrderMark === true) response.write('\uFEFF')
  for (const comment of script.comments ?? []) {
    await send(`: ${comment}${newline}${newline}`)
    await sleep(delayMs)
  }
  const events = format.toEvents(script, body)
  for (const [position, event] of events.entries()) {
    if (response.destroyed) return
    if (script.wait?.beforeEvent === position) await script.wait.until
    if (script.after?.events === position) return endEarly(script.after.end, response, sendEvent)
    await sendEvent(event)
    if (delayMs > 0 && script.writeBytes === undefined) await sleep(delayMs)
  }
  if (script.done !== false && format.last !== null) await sendEvent(format.last)
  response.end()
}

function sendWhole(text: string, response: ServerResponse): void {
  const bytes = Buffer.from(text)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
}

async function endEarly(
  end: NonNullable<AnswerScript['after']>['end'],
  response: ServerResponse,
  sendEvent: (event: unknown) => Promise<void>,
): Promise<void> {
  if (typeof end === 'object') {
    await sendEvent(end.event)
    response.end()
    return
  }
  if (end === 'hang') return response.flushHeaders()
  response.flushHeaders()
  // Written data must be flushed before the connection breaks.
  await sleep(10)
  if (end === 'reset') response.socket?.resetAndDestroy()
  else response.destroy()
}

async function refuse(script: ErrorScript, response: ServerResponse): Promise<void> {
  if (script.delayMs !== undefined) await sleep(script.delayMs)
  const body = script.body ?? {
    error: { message: `Scripted ${script.status}.`, type: 'scripted', code: null },
  }
  response.writeHead(script.status, {
    'content-type': 'application/json',
    ...(script.retryAfter !== undefined && { 'retry-after': String(script.retryAfter) }),
  })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function hang(script: HangScript, response: ServerResponse): void {
  if (script.at === 'head') return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const comment = script.comment
  if (comment === undefined) return
  const timer = setInterval(() => response.write(`: ${comment.text}\n\n`), comment.everyMs)
  response.once('close', () => clearInterval(timer))
}

async function sendRaw(script: RawScript, response: ServerResponse): Promise<void> {
  response.writeHead(script.status ?? 200, { 'content-type': 'application/json', ...script.headers })
  for (const part of script.parts) {
    if (response.destroyed) return
    response.write(part)
    await sleep(script.delayMs ?? 0)
  }
  if (script.cut === true) response.destroy()
  else response.end()
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
