import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { ModelType } from '#lib/providers/registry/model-type.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import {
  openBody,
  parseAnswer,
  readAnswer,
  unreadable,
  type RequestBody,
} from '#lib/providers/transport/open-answer.ts'
import { ApiError } from '#lib/errors.ts'
import type { SpeechAnswer, SpeechModel, SpeechQuestion, SpeechTokens } from './speech-model.ts'
import { isRecord, readIndex, readNumber, readString } from '#lib/providers/transport/json.ts'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

type Format = 'verbose_json' | 'json'

// These accept no other format, according to their documentation.
const plainModels = /^gpt-4o-(mini-)?transcribe/

export const speechModels: ModelType<SpeechModel> = {
  kind: 'speech',
  inputField: 'file',
  create: createTranscriber,
}

/**
 * A model behind OpenAI's `/audio/transcriptions`. Timestamps are requested; if the server rejects them,
 * later requests omit them.
 */
export function createTranscriber(upstream: ModelUpstream): SpeechModel {
  let format: Format = plainModels.test(upstream.modelId) ? 'json' : 'verbose_json'
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    embedded: upstream.local,
    async transcribe(question, options) {
      if (format === 'json') return await ask(upstream, question, 'json', options)
      try {
        return await ask(upstream, question, 'verbose_json', options)
      } catch (error) {
        if (!refusesFormat(error)) throw error
        const answer = await ask(upstream, question, 'json', options)
        format = 'json'
        return answer
      }
    },
  }
}

async function ask(
  upstream: ModelUpstream,
  question: SpeechQuestion,
  format: Format,
  options: AttemptOptions,
): Promise<SpeechAnswer> {
  const { language, prompt, temperature } = question
  const form = toSpeechForm(question, {
    model: upstream.modelId,
    response_format: format,
    ...(language !== null && { language }),
    ...(typeof prompt === 'string' && prompt !== '' && { prompt }),
    ...(typeof temperature === 'number' && { temperature: String(temperature) }),
  })
  const response = await openBody(upstream, '/audio/transcriptions', form, options, 'whole')
  const text = await readAnswer(upstream, response, options)
  const answer = readTranscript(parseAnswer(upstream, text))
  if (answer === null) throw unreadable(upstream, text)
  return answer
}

function refusesFormat(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status === 400 && /response_format|verbose_json/.test(error.message)
  )
}

/** OpenAI's `json` or `verbose_json`; null without text. */
function readTranscript(answer: Record<string, unknown>): SpeechAnswer | null {
  const text = readString(answer['text'])
  if (text === null) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  const segments = Array.isArray(answer['segments'])
    ? answer['segments'].filter(isRecord).flatMap(readSegment)
    : []
  return {
    text: text.trim(),
    language: readString(answer['language']),
    seconds: readNumber(answer['duration']) ?? readNumber(usage['seconds']),
    tokens: readTokens(usage),
    segments,
  }
}

/** @see OpenAI's `usage` of the type `tokens`; that of the type `duration` has `seconds` */
function readTokens(usage: Record<string, unknown>): SpeechTokens | null {
  const input = readIndex(usage['input_tokens'])
  if (input === null) return null
  const details = isRecord(usage['input_token_details']) ? usage['input_token_details'] : {}
  return {
    input,
    inputAudio: readIndex(details['audio_tokens']) ?? input,
    output: readIndex(usage['output_tokens']) ?? 0,
  }
}

function readSegment(entry: Record<string, unknown>): SpeechAnswer['segments'] {
  const start = readNumber(entry['start'])
  const end = readNumber(entry['end'])
  const text = readString(entry['text'])?.trim()
  if (start === null || end === null || text === undefined || text === '') return []
  const meanLogProbability = readNumber(entry['avg_logprob'])
  const count = Array.isArray(entry['tokens']) ? entry['tokens'].length : 0
  const tokens = meanLogProbability === null || count === 0 ? null : { count, meanLogProbability }
  return [{ start, end: Math.max(start, end), text, tokens }]
}

/** A form with one file, streamed from disk. */
function toSpeechForm(question: SpeechQuestion, fields: Readonly<Record<string, string>>): RequestBody {
  const boundary = `sextant-${randomBytes(16).toString('hex')}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${toToken(question.name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const head = Buffer.from(texts.join('') + file)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* parts(): AsyncGenerator<Buffer> {
    yield head
    for await (const part of createReadStream(question.path)) yield Buffer.from(part as Uint8Array)
    yield tail
  }
  return {
    stream: Readable.from(parts(), { objectMode: false }),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + question.sizeBytes + tail.length),
    },
    hash: () => hashOf(question.path),
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Uint8Array)
  return hash.digest('base64')
}

// Only the extension matters to a server, and quotes or line breaks could break out of the header.
function toToken(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_')
}
