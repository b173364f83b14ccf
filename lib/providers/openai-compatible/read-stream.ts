import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { ApiError } from '#lib/errors.ts'
import { EventReader, EventTooLarge } from './event-reader.ts'
import { isWaitNote } from '#lib/providers/transport/response-headers.ts'
import { toUpstreamError, UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type { ChunkDecoder } from './decoder.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { LanguageStreamItem } from './language-model.ts'
import { unreadable } from '#lib/providers/transport/open-answer.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'

/** How long an upstream may keep sending after every choice finished: usage may follow, or nothing. */
const afterFinishMs = 5000
/** The milliseconds of loading, where the headers were sent before its end. */
const loadedNote = /^loaded (\d{1,9}); reason=([a-z_]{1,40})$/

/**
 * The chunks of an open stream, grouped by read. Chunks before the first committing one wait for it.
 * @throws UpstreamError before that for a failed attempt, after it for an interrupted stream
 */
export async function* readStream(
  upstream: ModelUpstream,
  response: ExchangeResponse,
  decoder: ChunkDecoder,
  options: AttemptOptions,
): AsyncGenerator<LanguageStreamItem> {
  let chunks: ChatChunk[] = []
  const notes: string[] = []
  let committed = false
  let ending = false
  let loadReported = false
  const reader = new EventReader({
    data: text => decoder.decode(text, chunks),
    comment: note => {
      if (!upstream.local) return
      const [, loadMs, reason] = loadedNote.exec(note) ?? []
      // A keep-alive repeats the last comment.
      if (loadMs !== undefined && !loadReported) options.waited?.('load', Number(loadMs), reason)
      loadReported ||= loadMs !== undefined
      if (isWaitNote(note)) notes.push(note)
    },
  })
  try {
    for (;;) {
      const bytes = await response.read()
      if (bytes === null) reader.end()
      else reader.push(bytes)
      if (!committed && chunks.some(commits)) {
        committed = true
        response.allowSilence(options.timers.idleMs)
      }
      if (committed && chunks.length > 0) {
        const events = chunks
        chunks = []
        yield { kind: 'events', events }
      }
      const note = notes.pop()
      if (note !== undefined && !committed) yield { kind: 'waiting', note }
      notes.length = 0
      if (decoder.done || bytes === null) break
      if (decoder.finished && !ending) {
        ending = true
        response.allowSilence(Math.min(afterFinishMs, options.timers.idleMs))
      }
    }
    if (!decoder.finished) throw endedEarly(upstream, committed)
  } catch (error) {
    // The response is complete: later connection faults do not matter.
    const gone = error instanceof ApiError || options.signal.aborted
    if (decoder.finished && !gone) return
    // Content before the error in the same read is still delivered.
    if (committed && chunks.length > 0) yield { kind: 'events', events: chunks }
    throw translate(error, upstream, committed)
  } finally {
    if (decoder.skipped > 0) options.skipped?.(decoder.skipped)
    if (decoder.finished) response.finish()
    else response.abort()
  }
}

function endedEarly(upstream: ModelUpstream, committed: boolean): UpstreamError {
  if (!committed) return unreadable(upstream, 'The stream ended before any content.')
  const message = `The provider \`${upstream.providerId}\` ended the stream mid-response.`
  return new UpstreamError('upstream_stream_interrupted', message)
}

/** A fault of a stream as an API error. @param committed whether the client has received events */
export function translate(error: unknown, upstream: ModelUpstream, committed: boolean): unknown {
  if (error instanceof EventTooLarge) {
    if (!committed) return unreadable(upstream, error)
    const message = `The provider \`${upstream.providerId}\` sent an oversized event.`
    return new UpstreamError('upstream_stream_interrupted', message, { cause: error })
  }
  if (error instanceof UpstreamError && committed && !error.code.startsWith('upstream_stream_')) {
    const message = `The provider \`${upstream.providerId}\` reported an error mid-response.`
    const input = error.inputHash === null ? {} : { inputHash: error.inputHash }
    return new UpstreamError('upstream_stream_interrupted', message, { cause: error, ...input })
  }
  return toUpstreamError(error, upstream, committed)
}

/**
 * Whether a chunk commits the response: content, reasoning, a tool call or a finish reason; a bare role does
 * not.
 */
export function commits(chunk: ChatChunk): boolean {
  for (const { delta, finish_reason } of chunk.choices) {
    if (finish_reason !== null || delta.content || delta.reasoning_content || delta.refusal) return true
    if (delta.tool_calls !== undefined && delta.tool_calls.length > 0) return true
    if (delta['function_call'] !== undefined && delta['function_call'] !== null) return true
  }
  return false
}
